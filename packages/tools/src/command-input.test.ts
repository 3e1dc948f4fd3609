import { testToolContract } from "./fixtures/tool-contract.ts";

testToolContract("command_input", [{ id: "cmd_1", text: "yes\n" }]);

import { testToolContract } from "./fixtures/tool-contract.ts";

testToolContract("stop_command", [{ id: "cmd_1" }]);

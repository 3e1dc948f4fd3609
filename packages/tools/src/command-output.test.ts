import { testToolContract } from "./fixtures/tool-contract.ts";

testToolContract("command_output", [{}, { id: "cmd_1" }]);

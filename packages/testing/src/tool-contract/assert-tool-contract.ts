import { describeEffect } from "@toolwright/core";
import { checkToolContract } from "./check-tool-contract.ts";
import type { ToolContractOptions } from "./options.ts";
import type { ContractReport, ContractViolation } from "./report.ts";

const maxInputLength = 300;

/** Runs `checkToolContract` and throws an Error that lists every violation with its call. */
export async function assertToolContract(options: ToolContractOptions): Promise<ContractReport> {
  const report = await checkToolContract(options);
  if (report.violations.length === 0) return report;
  throw new Error(describeReport(report));
}

export function describeReport({ tool, root, runs, violations }: ContractReport): string {
  const count = violations.length === 1 ? "once" : `in ${violations.length} ways`;
  const head = `'${tool}' breaks its contract ${count} (${runs} calls):`;
  const list = violations.map((violation, index) => describeViolation(violation, index + 1, root));
  return [head, ...list].join("\n");
}

function describeViolation(violation: ContractViolation, number: number, root: string): string {
  const { kind, message, stage, declared, at, input, times } = violation;
  const where = stage === null ? "" : ` in ${stage}`;
  const lines = [`${number}. ${kind}${where}: ${message}`];
  if (input !== undefined) {
    const effects = declared.map((effect) => describeEffect(effect, [root])).join(", ");
    lines.push(`   declared: ${effects || "nothing"}`);
    const shown = JSON.stringify(input) ?? typeof input;
    const cut = shown.length > maxInputLength ? `${shown.slice(0, maxInputLength)}…` : shown;
    lines.push(`   input: ${cut}${times > 1 ? ` (and ${times - 1} more)` : ""}`);
  }
  if (at !== null) lines.push(`   at: ${at}`);
  return lines.join("\n");
}

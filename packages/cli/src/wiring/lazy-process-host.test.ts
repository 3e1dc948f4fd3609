import { describe, expect, it } from "vitest";
import { lazyProcessHost } from "./lazy-process-host.ts";

const request = { program: process.execPath, arguments: ["-e", "process.exit(7)"], cwd: "/" };

describe("lazyProcessHost", () => {
  it("starts processes with the given environment", async () => {
    const host = lazyProcessHost({ ...process.env, MARK: "here" });
    let output = "";
    const { ended } = await host.start({
      ...request,
      arguments: ["-p", "process.env.MARK"],
      onOutput: (chunk) => {
        output += Buffer.from(chunk).toString();
      },
    });
    expect(await ended).toMatchObject({ exitCode: 0, cause: "exit" });
    expect(output).toBe("here\n");
    await host.close();
  });

  it("starts nothing once it is closed, whether it was ever used or not", async () => {
    const unused = lazyProcessHost(process.env);
    await unused.close();
    await expect(unused.start(request)).rejects.toMatchObject({ code: "cancelled" });
    const used = lazyProcessHost(process.env);
    expect(await (await used.start(request)).ended).toMatchObject({ exitCode: 7 });
    await used.close();
    await expect(used.start(request)).rejects.toMatchObject({ code: "cancelled" });
  });
});

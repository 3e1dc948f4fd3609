import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import { Isolate, type IsolateMemory } from "./isolate.ts";

// Neither the language's types nor Node's have it.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Memory: new (size: { readonly initial: number; readonly maximum: number }) => IsolateMemory;
};

/** The package's types are those of its older form, which wraps the variant. */
const engine = variant as unknown as QuickJSSyncVariant;

const bytesOfPage = 64 * 1024;
const pagesOfMiB = 16;
/** The least that the engine starts with, 16 MiB. */
const initialPages = 256;

let compiled: Promise<object> | undefined;

/**
 * A fresh isolate. The engine's own limit on memory counts only a few bytes of each object, so the WebAssembly memory
 * itself is bounded.
 */
export async function openIsolate(memoryMb: number): Promise<Isolate> {
  compiled ??= WebAssembly.compile(readFileSync(engineFile()));
  const maximum = Math.max(initialPages, memoryMb * pagesOfMiB);
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const quickJs = await newQuickJSWASMModuleFromVariant(
    newVariant(engine, { wasmModule: await compiled, wasmMemory }),
  );
  return new Isolate(quickJs, wasmMemory, maximum * bytesOfPage);
}

/** Beside its package, also for a bundle. */
function engineFile(): string {
  return createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
}

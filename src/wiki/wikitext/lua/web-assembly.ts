// The part of WebAssembly that Lua needs. Node has it, but the types of Node do not describe it.

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

export interface WasmTable {
  grow(count: number): number
  get(index: number): unknown
  set(index: number, value: unknown): void
}

export type WasmImports = Record<string, Record<string, (...args: number[]) => unknown>>

declare const module: unique symbol
/** Compiled code. */
export interface WasmModule {
  readonly [module]: true
}

interface Api {
  readonly Module: new (bytes: Uint8Array) => WasmModule
  readonly Instance: new (code: WasmModule, imports: WasmImports) => { readonly exports: Record<string, unknown> }
  readonly RuntimeError: new () => Error
}

export const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: Api }

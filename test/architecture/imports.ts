import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** An import of one file by another, as paths from the project's root. Includes type imports. */
export interface Import {
  readonly from: string
  readonly to: string
}

const filesLike = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root })
    .map(file => file.split(path.sep).join('/'))
    .sort()

/** All TypeScript files under `src`. */
export const sources: readonly string[] = filesLike('src/**/*.ts')

/** All TypeScript files that run in browsers. */
export const webSources: readonly string[] = filesLike('web/**/*.{ts,tsx}')

/** Whether a file is only for tests, which may import anything. */
export const forTests = (file: string) => /\.test\.tsx?$|\/testing(-[^/]*)?(\.ts$|\/)/.test(file)

export const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Imports among the sources: `import`, `import type`, `export … from` and `import()`. */
export const imports: readonly Import[] = sources.flatMap(importsOf)

export const webImports: readonly Import[] = webSources.flatMap(importsOf)

function importsOf(from: string): Import[] {
  return [
    ...textOf(from).matchAll(
      /^(?:import|export)\b[^'"]*?from '([#.][^']+)'|^import '([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm,
    ),
  ].map(match => ({ from, to: resolve(from, (match[1] ?? match[2] ?? match[3])!) }))
}

function resolve(from: string, named: string): string {
  return named.startsWith('#') ? `src/${named.slice(1)}` : path.posix.join(path.posix.dirname(from), named)
}

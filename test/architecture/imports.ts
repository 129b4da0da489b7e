import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** One file that names another, both as paths from the project's root with `/`. Type imports count like any other. */
export interface Import {
  readonly from: string
  readonly to: string
}

const filesLike = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root })
    .map(file => file.split(path.sep).join('/'))
    .sort()

/** Every TypeScript file under `src`. */
export const sources: readonly string[] = filesLike('src/**/*.ts')

/** Every TypeScript file of what runs in browsers. */
export const webSources: readonly string[] = filesLike('web/**/*.{ts,tsx}')

/** Whether a file is there for tests only: they may reach wherever they need to. */
export const forTests = (file: string) => /\.test\.tsx?$|\/testing(-[^/]*)?(\.ts$|\/)/.test(file)

export const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What the sources name of each other, by `import`, `import type`, `export … from` and `import()`. */
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

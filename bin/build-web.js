// Makes `dist/browser/` of `web/`: the style sheets and scripts that pages name. Each file has a hash in its name, so that a
// browser may keep it for good, and lies there compressed as well, as hard as no answer of a running server could be.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A folder of `web/` with this file is an island: a script of its own, and the styles that it imports. */
const ISLAND = 'main.tsx'

/**
 * Files of others that a page loads as they are, by the name that pages call them. They are large and change only with their package: what lies in
 * `dist` already is not compressed again.
 */
const AS_THEY_ARE = {
  'swagger-ui': ['swagger-ui-dist/swagger-ui-bundle.js', 'swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/LICENSE'],
}

/** What a browser gets: `put` is called with each file, last with the list that tells which file is which. */
export async function buildWeb(root, put) {
  const folder = path.join(root, 'web')
  if (!existsSync(folder)) return
  const { build: bundle } = await import('esbuild')
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: entries(folder),
    outdir: path.join(root, 'dist', 'browser'),
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: path.join(folder, 'tsconfig.json'),
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    metafile: true,
  })
  for (const { path: file, contents } of outputFiles) putCompressed(file, contents, put)
  const list = { ...listOf(metafile), ...takeAsTheyAre(root, put) }
  put(path.join(root, 'dist', 'browser', 'files.json'), JSON.stringify(list, null, 1))
}

function putCompressed(file, contents, put) {
  put(file, contents)
  put(`${file}.br`, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  put(`${file}.gz`, gzipSync(contents, { level: 9 }))
}

/** Copies those files with a hash in each name, and tells for the list which is script and which is style. */
function takeAsTheyAre(root, put) {
  const list = {}
  for (const [name, sources] of Object.entries(AS_THEY_ARE)) {
    list[name] = {}
    for (const source of sources) {
      const contents = readFileSync(path.join(root, 'node_modules', source))
      const ending = path.extname(source)
      if (ending === '') {
        put(path.join(root, 'dist', 'browser', `${name}-licence.txt`), contents)
        continue
      }
      const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase()
      const file = path.join(root, 'dist', 'browser', `${name}-${hash}${ending}`)
      const kept = ['', '.br', '.gz'].map(each => file + each)
      if (kept.every(existsSync)) for (const each of kept) put(each, readFileSync(each))
      else putCompressed(file, contents, put)
      list[name][ending === '.js' ? 'classic' : 'style'] = path.basename(file)
    }
  }
  return list
}

/** Every island, and every style sheet whose name does not say that another one takes it in. */
function entries(folder) {
  const found = {}
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()))
    if (existsSync(path.join(folder, name, ISLAND))) found[name] = `web/${name}/${ISLAND}`
  for (const name of readdirSync(path.join(folder, 'styles')))
    if (name.endsWith('.css') && !name.startsWith('_')) found[path.basename(name, '.css')] = `web/styles/${name}`
  return Object.entries(found).map(([out, file]) => ({ in: file, out }))
}

/** For each entry its script, its styles, and the parts that a browser should begin to load at once. */
function listOf({ outputs }) {
  const list = {}
  for (const [file, { entryPoint, cssBundle, imports }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue
    const name = path.basename(file).replace(/-[A-Z0-9]{8}\.\w+$/, '')
    const parts = imports.filter(each => each.kind === 'import-statement').map(each => path.basename(each.path))
    const style = file.endsWith('.css') ? file : cssBundle
    list[name] = {
      ...(file.endsWith('.js') && { script: path.basename(file), parts }),
      ...(style && { style: path.basename(style) }),
    }
  }
  return list
}

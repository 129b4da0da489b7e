// Builds `dist/browser/` from `web/`: the style sheets and scripts of pages. File names contain a hash, so browsers can cache
// them permanently. Each file is also compressed here, at a level that would be too slow for a running server.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A folder of `web/` with this file is an island: a separate script with the styles it imports. */
const ISLAND = 'main.tsx'

/**
 * Third-party files that a page loads unchanged, by the name that pages use. They are large and change only with their
 * package, so existing copies in `dist` are not compressed again.
 */
const COPIED = {
  'swagger-ui': ['swagger-ui-dist/swagger-ui-bundle.js', 'swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/LICENSE'],
}

/** Calls `put` with each browser file, and last with the manifest. */
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
  const manifest = { ...manifestOf(metafile), ...copyThirdParty(root, put) }
  put(path.join(root, 'dist', 'browser', 'files.json'), JSON.stringify(manifest, null, 1))
}

function putCompressed(file, contents, put) {
  put(file, contents)
  put(`${file}.br`, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
  put(`${file}.gz`, gzipSync(contents, { level: 9 }))
}

/** Copies these files with a hash in each name. Returns their manifest entries. */
function copyThirdParty(root, put) {
  const manifest = {}
  for (const [name, sources] of Object.entries(COPIED)) {
    manifest[name] = {}
    for (const source of sources) {
      const contents = readFileSync(path.join(root, 'node_modules', source))
      const ending = path.extname(source)
      if (ending === '') {
        put(path.join(root, 'dist', 'browser', `${name}-licence.txt`), contents)
        continue
      }
      const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase()
      const file = path.join(root, 'dist', 'browser', `${name}-${hash}${ending}`)
      const copies = ['', '.br', '.gz'].map(each => file + each)
      if (copies.every(existsSync)) for (const each of copies) put(each, readFileSync(each))
      else putCompressed(file, contents, put)
      manifest[name][ending === '.js' ? 'classic' : 'style'] = path.basename(file)
    }
  }
  return manifest
}

/** Every island, and every style sheet except partials (`_name.css`). */
function entries(folder) {
  const files = {}
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()))
    if (existsSync(path.join(folder, name, ISLAND))) files[name] = `web/${name}/${ISLAND}`
  for (const name of readdirSync(path.join(folder, 'styles')))
    if (name.endsWith('.css') && !name.startsWith('_')) files[path.basename(name, '.css')] = `web/styles/${name}`
  return Object.entries(files).map(([out, file]) => ({ in: file, out }))
}

/** For each entry: its script, its styles, and the chunks to preload. */
function manifestOf({ outputs }) {
  const manifest = {}
  for (const [file, { entryPoint, cssBundle, imports }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue
    const name = path.basename(file).replace(/-[A-Z0-9]{8}\.\w+$/, '')
    const parts = imports.filter(each => each.kind === 'import-statement').map(each => path.basename(each.path))
    const style = file.endsWith('.css') ? file : cssBundle
    manifest[name] = {
      ...(file.endsWith('.js') && { script: path.basename(file), parts }),
      ...(style && { style: path.basename(style) }),
    }
  }
  return manifest
}

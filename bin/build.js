#!/usr/bin/env node
// Builds `dist/` from `src/` and `web/`: plain JavaScript for Node, and the browser files. `npm ci` runs it once. In a clone,
// every start repeats it if a source has changed, which takes a second. Runs on Node 20 or newer.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.js'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const sources = path.join(root, 'src')
const dist = path.join(root, 'dist')
/** Identifies the sources of the current `dist`. */
const stampFile = path.join(dist, 'made-of')
/** A server running from a clone may still load chunks of an earlier build. */
const KEPT_MS = 3_600_000

/** Packages that are bundled, because Node would have to find and read hundreds of small files. */
const BUNDLED = ['kysely']

/** How the sources refer to entry points of processes and threads. Nothing else may use this form. */
const ENTRY = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/** Builds `dist` unless it is up to date. Warns if it is outdated and cannot be built. */
export async function buildIfStale() {
  const before = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
  if (before === stampOf(sourceFiles())) return
  try {
    await build()
  } catch (error) {
    if (Array.isArray(error.errors)) process.exit(1) // esbuild has reported the source.
    process.stderr.write(`parlance: dist is outdated and cannot be rebuilt: ${error.message}\n`)
    if (before === null) process.exit(3)
  }
}

/** Builds `dist` unconditionally. */
export async function build() {
  const files = sourceFiles()
  const { build: bundle } = await import('esbuild')
  const { outputFiles, metafile } = await bundle({ ...bundleOptions(files), write: false, metafile: true })
  for (const { path: file, contents, text } of outputFiles) put(file, file.endsWith('.js') ? inOneByte(text) : contents)
  // Imported data is in the bundle. Other data files are read at run time.
  for (const name of files.filter(name => isData(name) && !Object.hasOwn(metafile.inputs, `src/${name}`)))
    put(path.join(dist, name), readFileSync(path.join(sources, name)))
  const browserOutputs = new Set()
  await buildWeb(root, (file, contents) => {
    put(file, contents)
    browserOutputs.add(path.basename(file))
  })
  put(stampFile, stampOf(files))
  removeOutdated(dist, new Set(outputFiles.map(({ path: file }) => path.basename(file))))
  removeOutdated(path.join(dist, 'browser'), browserOutputs)
}

/**
 * V8 keeps all source text in memory, with one byte per character, or two if the file contains any character beyond Latin-1.
 * Escapes are equivalent where such characters occur (templates, patterns, comments), as no source uses `String.raw`.
 */
const inOneByte = text =>
  text.replace(/(?<!\\)[^\u0000-\u00ff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

function bundleOptions(files) {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return {
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts', ...entriesIn(files)],
    outdir: dist,
    // One folder for all, so each file can locate the others.
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: Object.keys(dependencies).filter(name => !BUNDLED.includes(name)),
    plugins: [sourceLocations],
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  }
}

function entriesIn(files) {
  const entries = []
  for (const name of files.filter(isSource))
    for (const [, entry] of readFileSync(path.join(sources, name), 'utf8').matchAll(ENTRY))
      entries.push(path.join(sources, path.dirname(name), `${entry}.ts`))
  return entries
}

/**
 * In a bundle `import.meta` refers to the bundle. Data files have the same path in `dist` as in `src`, so `import.meta` of a
 * source is rewritten to its original location.
 */
const sourceLocations = {
  name: 'source locations',
  setup: build =>
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      if (!text.includes('import.meta')) return undefined
      const name = path.relative(sources, file).replaceAll('\\', '/')
      const contents = text
        .replaceAll(ENTRY, "new URL('./$1.js', import.meta .url)")
        .replaceAll('import.meta.url', `new URL('./${name}', import.meta .url).href`)
        .replaceAll('import.meta.dirname', `import.meta .dirname + '/${path.posix.dirname(name)}'`)
      return { contents, loader: 'ts' }
    }),
}

const isSource = name => name.endsWith('.ts') && !name.endsWith('.test.ts')
const isData = name => /\.(json|xml|txt|lua)$/.test(name)
/** Folders for tests and tools. */
const EXCLUDED = ['fixtures', 'generate', 'testing']

/** Paths in `src`, with slashes. Every start waits for this, and Node's recursive `readdir` takes five times as long. */
function sourceFiles(folder = '', files = []) {
  for (const entry of readdirSync(path.join(sources, folder), { withFileTypes: true })) {
    const name = folder + entry.name
    if (entry.isDirectory()) {
      if (!EXCLUDED.includes(entry.name)) sourceFiles(`${name}/`, files)
    } else if (isSource(name) || isData(name)) files.push(name)
  }
  return files
}

/** Paths of browser sources, relative to `src`. */
function browserFiles(folder = '../web/') {
  if (!existsSync(path.join(sources, folder))) return []
  return readdirSync(path.join(sources, folder), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? browserFiles(`${folder}${entry.name}/`) : [folder + entry.name],
  )
}

/** Changes when a file is added, removed or written, or when the build itself changes. */
function stampOf(files) {
  let stamp = ''
  const others = ['../bin/build.js', '../bin/build-web.js', '../package-lock.json', ...browserFiles()]
  for (const name of [...others, ...files]) {
    const { size, mtimeMs } = statSync(`${sources}/${name}`)
    stamp += `${name} ${size} ${mtimeMs}\n`
  }
  return stamp
}

/** Atomic, because another process may build or read at the same time. */
function put(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, contents)
  renameSync(temporary, file)
}

function removeOutdated(folder, made) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter(name => /\.(js|css)(\.\w+)?$/.test(name) && !made.has(name))) {
    const file = path.join(folder, name)
    // Missing if another process that builds has just renamed or removed it.
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > KEPT_MS) rmSync(file, { force: true })
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  rmSync(dist, { recursive: true, force: true })
  await build().catch(error => {
    // esbuild has already reported source errors. Without development packages it is missing.
    if (!Array.isArray(error.errors)) process.stderr.write(`parlance: Cannot build dist: ${error.message}\n`)
    process.exitCode = 1
  })
}

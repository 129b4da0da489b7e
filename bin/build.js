#!/usr/bin/env node
// Makes `dist/` of `src/` and `web/`: plain JavaScript that Node runs as it is, and what browsers get. `npm ci` does it once;
// whoever starts something from a clone does it again when a source has changed, which takes a second. Any Node since 20 can.
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
/** Says of which sources `dist` was made. */
const stampFile = path.join(dist, 'made-of')
/** A server that runs from a clone may still want files that a later build no longer has. */
const KEPT_MS = 3_600_000

/** Packages that become part of our own files: of these Node would have to find and read hundreds of small ones. */
const TAKEN_IN = ['kysely']

/** A file that begins a process or a thread is named like this where it is started, and nowhere else. */
const ENTRY = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/** Makes `dist` unless it is what the sources say now. Nobody shall run old code without being told. */
export async function buildIfStale() {
  const before = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
  if (before === stampOf(sourceFiles())) return
  try {
    await build()
  } catch (error) {
    if (Array.isArray(error.errors)) process.exit(1) // The bundler has said which source is wrong.
    process.stderr.write(`parlance: dist is not what src says, and cannot be made anew: ${error.message}\n`)
    if (before === null) process.exit(3)
  }
}

/** Makes `dist`, whatever is there. */
export async function build() {
  const files = sourceFiles()
  const { build: bundle } = await import('esbuild')
  const { outputFiles, metafile } = await bundle({ ...bundleOptions(files), write: false, metafile: true })
  for (const { path: file, contents, text } of outputFiles) put(file, file.endsWith('.js') ? inOneByte(text) : contents)
  // Data that a source imports are in the bundle; the others are read when they are wanted.
  for (const name of files.filter(name => isData(name) && !Object.hasOwn(metafile.inputs, `src/${name}`)))
    put(path.join(dist, name), readFileSync(path.join(sources, name)))
  const forBrowsers = new Set()
  await buildWeb(root, (file, contents) => {
    put(file, contents)
    forBrowsers.add(path.basename(file))
  })
  put(stampFile, stampOf(files))
  removeFormer(dist, new Set(outputFiles.map(({ path: file }) => path.basename(file))))
  removeFormer(path.join(dist, 'browser'), forBrowsers)
}

/**
 * V8 keeps the text of all that it runs, a byte for each sign, but two for each as soon as a single one in the file is beyond Latin-1. Where such signs
 * stand (templates, patterns, comments), an escape means the same; no source asks for the raw text of a template.
 */
const inOneByte = text =>
  text.replace(/(?<!\\)[^\u0000-\u00ff]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

function bundleOptions(files) {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return {
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts', ...entriesIn(files)],
    outdir: dist,
    // All in one folder, so that the place of any of them tells where the others are.
    entryNames: '[name]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: Object.keys(dependencies).filter(name => !TAKEN_IN.includes(name)),
    plugins: [placesOfSources],
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
 * In a bundle `import.meta` speaks of the bundle. Data lie in `dist` where they lie in `src`, so that a source which
 * asks for its own place is told the same one there.
 */
const placesOfSources = {
  name: 'places of sources',
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
const isData = name => /\.(json|xml|txt|po)$/.test(name)
/** Folders of what only tests and tools read. */
const LEFT_OUT = ['fixtures', 'generate', 'testing']

/** Paths in `src`, with slashes. By hand, because Node takes five times as long for it, and every start waits. */
function sourceFiles(folder = '', found = []) {
  for (const entry of readdirSync(path.join(sources, folder), { withFileTypes: true })) {
    const name = folder + entry.name
    if (entry.isDirectory()) {
      if (!LEFT_OUT.includes(entry.name)) sourceFiles(`${name}/`, found)
    } else if (isSource(name) || isData(name)) found.push(name)
  }
  return found
}

/** Paths of what is for browsers, as seen from `src`. */
function browserFiles(folder = '../web/') {
  if (!existsSync(path.join(sources, folder))) return []
  return readdirSync(path.join(sources, folder), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? browserFiles(`${folder}${entry.name}/`) : [folder + entry.name],
  )
}

/** Differs when a file was added, removed or written, and when we build in another way. */
function stampOf(files) {
  let stamp = ''
  const others = ['../bin/build.js', '../bin/build-web.js', '../package-lock.json', ...browserFiles()]
  for (const name of [...others, ...files]) {
    const { size, mtimeMs } = statSync(`${sources}/${name}`)
    stamp += `${name} ${size} ${mtimeMs}\n`
  }
  return stamp
}

/** Whole or not at all: somebody else may build or read at the same time. */
function put(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, contents)
  renameSync(unfinished, file)
}

function removeFormer(folder, made) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter(name => /\.(js|css)(\.\w+)?$/.test(name) && !made.has(name))) {
    const file = path.join(folder, name)
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true })
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  rmSync(dist, { recursive: true, force: true })
  await build().catch(error => {
    // Of sources the bundler itself has said what is wrong. Without development packages there is none.
    if (!Array.isArray(error.errors)) process.stderr.write(`parlance: dist cannot be made: ${error.message}\n`)
    process.exitCode = 1
  })
}

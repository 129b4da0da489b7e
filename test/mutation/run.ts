// `npm run test:mutation -- --sample 60 [--seed N] [--path src/wiki]`: changes one operator at a time in a copy of the project, runs
// the tests nearest to it, and lists the changes that no test noticed.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { forTests, sources, textOf } from '../architecture/imports.ts'
import { Random } from '../random.ts'
import { type Mutation, mutated, mutationsOf } from './mutations.ts'
import { testsOf } from './tests-of.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string', default: 'src' },
    tests: { type: 'string', default: '6' },
  },
})

const root = path.join(import.meta.dirname, '..', '..')
/** Data and generated tables have operators, but no behaviour. */
const files = sources.filter(file => file.startsWith(values.path) && !forTests(file) && !/\/generate\//.test(file))
const all = files.flatMap(file => mutationsOf(file, textOf(file)))
const random = new Random(Number(values.seed))
const sample = Array.from({ length: Math.min(Number(values.sample), all.length) }, () => random.pick(all))

const copy = mkdtempSync(path.join(tmpdir(), 'parlance-mutation-'))
const COPIED = [
  'src',
  'test',
  'web',
  'bin',
  'clients',
  'docs',
  'dist',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
for (const name of COPIED) cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

function isNoticed(mutation: Mutation): boolean {
  const file = path.join(copy, mutation.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, mutated(text, mutation))
  try {
    const tests = testsOf(mutation.file, Number(values.tests))
    if (tests.length === 0) return false
    const args = [path.join(copy, 'test/run.ts'), '--lane', 'plain', ...tests]
    const { status } = spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: 300_000 })
    return status !== 0
  } finally {
    writeFileSync(file, text)
  }
}

console.log(`${sample.length} of ${all.length} mutations, --seed ${values.seed}`)
const survivors: Mutation[] = []
try {
  for (const mutation of sample) {
    if (isNoticed(mutation)) continue
    survivors.push(mutation)
    console.log(`${mutation.file}:${mutation.line}\n  - ${mutation.before.trim()}\n  + ${mutation.after.trim()}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${sample.length - survivors.length} noticed, ${survivors.length} survived`)

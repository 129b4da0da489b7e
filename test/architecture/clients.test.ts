import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { imports } from './imports.ts'

const root = path.join(import.meta.dirname, '..', '..')
const home = path.join(root, 'clients', 'typescript')

test('the published client has no dependencies', () => {
  const wrong = globSync('src/**/*.ts', { cwd: home }).flatMap(file => {
    const text = readFileSync(path.join(home, file), 'utf8')
    const named = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(match => match[1] ?? match[2]!)
    return named.filter(each => !/^\.\/[\w.-]+\.ts$/.test(each)).map(each => `${file} imports ${each}`)
  })
  assert.deepEqual(wrong, [])
  const manifest = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as Record<string, unknown>
  assert.deepEqual(
    Object.keys(manifest).filter(name => /dependencies/i.test(name)),
    [],
  )
})

test('the program does not import its client', () => {
  assert.deepEqual(
    imports.filter(({ to }) => to.startsWith('clients/')),
    [],
  )
})

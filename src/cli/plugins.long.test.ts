import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { parlance } from './testing.ts'

async function messageFor(file: string, code: string): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, path.dirname(file)))
  writeFileSync(path.join(folder, file), code)
  const { code: exit, err } = await parlance(['serve', '--port', '0', '--data', temporaryFolder()], {
    env: { PARLANCE_PLUGINS: folder },
  })
  assert.equal(exit, 3, err)
  assert.match(err, /^parlance: [^\n]*\n$/)
  return err.replace(folder, '…')
}

test('the program does not start with a plugin that cannot be used, and says why', async () => {
  assert.equal(
    await messageFor('checks/a.js', 'export const x = 1'),
    'parlance: Cannot use the plugin …/checks/a.js: its default export is not a function\n',
  )
  assert.match(await messageFor('checks/a.js', 'export default ('), /checks\/a\.js: /)
  const same = `export default ({ targetCheck }) => targetCheck({ id: 'same', name: 'S', description: 'S', fails: () => true })`
  assert.match(await messageFor('checks/a.js', same), /the name "same" is already in use/)
  assert.match(
    await messageFor('addons/a.js', `export default () => ({ name: 'x' })`),
    /"name" must be a text that matches/,
  )
  assert.match(
    await messageFor('formats/a.js', `export default () => ({ id: 'x', name: 'X', read: 1 })`),
    /"read" must be a function/,
  )
})

test('the program does not start if the folder of plugins does not exist', async () => {
  const { code, err } = await parlance(['serve', '--port', '0', '--data', temporaryFolder()], {
    env: { PARLANCE_PLUGINS: '/nowhere/plugins' },
  })
  assert.deepEqual([code, err], [3, 'parlance: The folder /nowhere/plugins in PARLANCE_PLUGINS does not exist.\n'])
})

test('a command schedules the checks of all strings for the server', async () => {
  const data = temporaryFolder()
  const files = temporaryFolder()
  writeFileSync(path.join(files, 'cs.po'), 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n\nmsgid "Tea"\nmsgstr "Čaj"\n')
  const place = ['--project', 'tea', '--component', 'room', '--filemask', '*.po']
  const made = await parlance(['translations', 'import', files, ...place, '--data', data])
  assert.equal(made.code, 0, made.err)
  const again = await parlance(['translations', 'recheck', '--data', data])
  assert.deepEqual([again.code, again.out], [0, 'The server will check 1 component.\n'], again.err)
  const none = await parlance(['translations', 'recheck', '--project', 'none', '--data', data])
  assert.equal(none.code, 2)
  assert.match(none.err, /Nothing to check: no project or component matches\./)
  const half = await parlance(['translations', 'recheck', '--component', 'room', '--data', data])
  assert.equal(half.code, 2)
  assert.match(half.err, /--component requires --project\./)
})

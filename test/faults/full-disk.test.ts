// The database disk fills up while the server is running, and space is freed again.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'

const SIZE = '64m'

/** A small disk in memory. Null if mounting is not allowed. */
function smallDisk(): string | null {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  after(() => execFileSync('umount', ['-l', folder], { stdio: 'ignore' }))
  return folder
}

/** Also if the server takes some of the space meanwhile. */
function fill(disk: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

test('on a full disk, writes fail with an explanation, reads work, and writes recover', async t => {
  const disk = smallDisk()
  if (disk === null) return t.skip('mounting a small disk requires root')
  const server = await startServer(['--data', path.join(disk, 'data'), '--sample', '--workers', '2'])
  const key = /API key +(wlu_\w{36})/.exec(server.output.out)?.[1]
  const edit = async (title: string) => {
    const form = { action: 'edit', title, text: `${Math.random()} `.repeat(5000), token: '+\\', format: 'json' }
    return fetch(`${server.url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
  }
  const register = (username: string) =>
    fetch(`${server.url}/api/users/`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username, full_name: username, email: `${username}@example.org` }),
    })
  assert.equal((await edit('Before')).status, 200)

  const ballast = path.join(disk, 'ballast')
  fill(disk, ballast)
  let refused = await edit('Full')
  // The database first uses space that it has already allocated.
  for (let i = 0; i < 100 && refused.status === 200; i++) refused = await edit(`Full ${i}`)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '30'])
  const { error } = (await refused.json()) as { error: { code: string; readonlyreason: string } }
  assert.deepEqual([error.code, error.readonlyreason], ['readonly', 'The disk of the database is full.'])
  let other = await register('u')
  for (let i = 0; i < 100 && other.status === 201; i++) other = await register(`u${i}`)
  assert.equal(other.status, 503)
  assert.equal(((await other.json()) as { errors: { code: string }[] }).errors[0]!.code, 'read_only')
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  assert.equal((await fetch(`${server.url}/w/api.php?action=query&titles=Before&format=json`)).status, 200)
  assert.equal((await fetch(`${server.url}/api/projects/`)).status, 200)

  rmSync(ballast)
  const saved = (await (await edit('After')).json()) as { edit?: { result: string } }
  assert.equal(saved.edit?.result, 'Success', JSON.stringify(saved))
  assert.equal((await register('after')).status, 201)
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})

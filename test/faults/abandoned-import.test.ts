// An import of a large dump is killed and never resumed. The server must not stay slow because of that.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { parlance, startServer } from '#cli/testing.ts'
import { missingIndexes } from '#store/indexes.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { xmlExport } from '#wiki/import/testing.ts'
import { REACHED } from './counted-import.ts'

async function abandonedImport(data: string): Promise<void> {
  const file = path.join(data, 'pages.xml')
  const pages = Array.from({ length: 50 }, (_, index) => ({
    id: index + 1,
    title: `Page ${index}`,
    texts: ['text '.repeat(20)],
  }))
  await writeFile(file, xmlExport(pages))
  const options = { where: { data }, options: { files: [file], batchBytes: 50, largeFrom: 0 }, announce: 300 }
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'counted-import.ts'), JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes(REACHED)) child.kill('SIGKILL')
  })
  const signal = await new Promise(resolve => child.on('close', (_, by) => resolve(by)))
  assert.equal(signal, 'SIGKILL')
}

async function missing(data: string): Promise<string[]> {
  const store = await openStore({ data })
  try {
    return (await missingIndexes(store)).map(({ name }) => name)
  } finally {
    await store.close()
  }
}

test('"db check" reports indexes missing after an abandoned import, and the server rebuilds them at start', async () => {
  const data = temporaryFolder()
  await abandonedImport(data)
  assert.ok((await missing(data)).includes('revision_by_page'))

  const check = await parlance(['db', 'check', '--data', data])
  assert.equal(check.code, 1)
  assert.match(check.out, /revision_by_page of table revision is missing/)
  assert.match(check.out, /pages\.xml: the import \(xml-pages\) is unfinished; run the same command again/)

  const server = await startServer(['--data', data, '--workers', '1'], { env: { PARLANCE_LOG_LEVEL: 'warn' } })
  assert.match(server.output.err, /"revision_by_page".*rebuilt missing indexes/)
  server.child.kill('SIGTERM')
  await server.ended
  assert.deepEqual(await missing(data), [])
})

test('"db migrate" rebuilds them too', async () => {
  const data = temporaryFolder()
  await abandonedImport(data)
  const { code, out } = await parlance(['db', 'migrate', '--data', data])
  assert.equal(code, 0)
  assert.match(out, /Built missing indexes: .*revision_by_page/)
  assert.deepEqual(await missing(data), [])
})

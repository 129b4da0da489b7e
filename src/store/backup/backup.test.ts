import assert from 'node:assert/strict'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { migrate } from '../migrate.ts'
import { openStore } from '../open.ts'
import { openPostgres } from '../postgres/open.ts'
import type { Engine, Store } from '../store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '../testing.ts'
import { backUp, restore, type Site } from './backup.ts'

const noPostgres = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

const newSite = async (engine: Engine): Promise<Site> => ({
  data: path.join(temporaryFolder(), 'data'),
  database: engine === 'postgres' ? await temporaryPostgres() : null,
})

async function use<T>(site: Site, work: (store: Store) => Promise<T>): Promise<T> {
  const store = site.database === null ? await openStore({ data: site.data }) : openPostgres(site.database, 4)
  try {
    await migrate(store)
    return await work(store)
  } finally {
    await store.close()
  }
}

const awkward = ['plain', 'tab\there', 'line\nbreak\r\n', 'back\\slash \\N \\x41', 'quote \' " ;', 'Ёж 😀', '']
const bytes = Buffer.from([0, 1, 2, 92, 9, 10, 13, 255])

/** Some data for every column type. */
async function fill(site: Site): Promise<void> {
  await use(site, store =>
    store.transaction(async tx => {
      for (const [i, name] of awkward.entries())
        await tx
          .insertInto('account')
          .values({ name: `${i}${name}`, email: name, registered_at: i === 0 ? null : 2 ** 40 + i })
          .execute()
      await tx.insertInto('account').values({ id: 5000, name: 'Gone' }).execute()
      await tx.deleteFrom('account').where('id', '=', 5000).execute()
      await tx.insertInto('blob').values({ hash: bytes, size: 8, encoding: 'raw', data: bytes }).execute()
      await tx
        .insertInto('query_cache')
        .values({ type: 't', value: 0.1, ns: 0, title: 'x', ns_to: null, title_to: null })
        .execute()
      await tx.insertInto('change_log').values({ at: 1, area: 'a', kind: 'k', account_id: null }).execute()
    }),
  )
  mkdirSync(path.join(site.data, 'files', 'a'), { recursive: true })
  writeFileSync(path.join(site.data, 'files', 'a', 'picture.png'), bytes)
}

const contents = (site: Site) =>
  use(site, async ({ read }) => ({
    account: await read.selectFrom('account').selectAll().orderBy('id').execute(),
    blob: (await read.selectFrom('blob').selectAll().execute()).map(row => ({
      ...row,
      hash: Buffer.from(row.hash as Uint8Array).toString('hex'),
      data: Buffer.from(row.data as Uint8Array).toString('hex'),
    })),
    cache: await read.selectFrom('query_cache').selectAll().execute(),
    change: await read.selectFrom('change_log').selectAll().execute(),
    uploaded: readFileSync(path.join(site.data, 'files', 'a', 'picture.png')).toString('hex'),
  }))

const nextId = (site: Site, name: string) =>
  use(site, store =>
    store.transaction(tx => tx.insertInto('account').values({ name }).returning('id').executeTakeFirstOrThrow()),
  )

for (const from of ['sqlite', 'postgres'] as const) {
  for (const to of ['sqlite', 'postgres'] as const) {
    const skip = from === 'postgres' || to === 'postgres' ? noPostgres : false
    describe(`a backup from ${from} to ${to}`, { skip }, () => {
      let source: Site
      let target: Site
      let file: string
      before(async () => {
        ;[source, target] = [await newSite(from), await newSite(to)]
        file = path.join(temporaryFolder(), 'backup.db')
        await fill(source)
      })

      test('restores all values and files, and reuses no ids', async () => {
        const made = await backUp(source, file)
        assert.ok(made.rows >= awkward.length + 3)
        assert.equal(made.files, 1)
        assert.ok(!existsSync(`${file}-wal`) && !existsSync(`${file}.partial`))
        const restored = await restore(file, target)
        assert.deepEqual(restored, { ...made, lacksDerived: from === 'postgres' || to === 'postgres' })
        assert.deepEqual(await contents(target), await contents(source))
        assert.equal((await nextId(target, 'After the restore')).id, (await nextId(source, 'Same number')).id)
      })

      test('does not overwrite existing data without --force', async () => {
        await assert.rejects(backUp(source, file), /already exists\. Use --force/)
        await assert.rejects(restore(file, target), /already has content\. Use --force/)
        await restore(file, target, { force: true })
        assert.equal(
          await use(target, async ({ read }) => (await read.selectFrom('account').select('id').execute()).length),
          awkward.length,
        )
      })

      test('is consistent despite concurrent writes', async () => {
        await use(source, async store => {
          let writing = true
          const writer = (async () => {
            for (let i = 0; writing; i++) {
              await new Promise(resolve => setImmediate(resolve))
              await store.transaction(async tx => {
                // Always two rows in one transaction: an inconsistent backup could contain only one.
                await tx
                  .insertInto('category')
                  .values({ title: `A${i}` })
                  .execute()
                await tx
                  .insertInto('category')
                  .values({ title: `B${i}` })
                  .execute()
              })
            }
          })()
          await backUp(source, file, { force: true })
          writing = false
          await writer
        })
        await restore(file, target, { force: true })
        const titles = await use(target, async ({ read }) =>
          (await read.selectFrom('category').select('title').execute()).map(row => row.title),
        )
        const of = (letter: string) => titles.filter(title => title.startsWith(letter)).map(title => title.slice(1))
        assert.deepEqual(of('A').sort(), of('B').sort())
      })
    })
  }
}

test('rejects invalid and newer backups without changing anything', async () => {
  const folder = temporaryFolder()
  const site: Site = { data: path.join(folder, 'data'), database: null }
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  await assert.rejects(restore(path.join(folder, 'nosuch'), site), /does not exist/)
  await assert.rejects(restore(file('text', 'hello'), site), /is not a Parlance backup/)
  await assert.rejects(restore(file('empty', ''), site), /is not a Parlance backup/)
  await assert.rejects(backUp(site, path.join(folder, 'b.db')), /nothing to back up/)
  assert.ok(!existsSync(path.join(site.data, 'parlance.db')))

  await fill(site)
  const newer = path.join(folder, 'newer.db')
  await backUp(site, newer)
  const { default: Sqlite } = await import('better-sqlite3')
  const db = new Sqlite(newer)
  db.exec("insert into migration (name, applied_at) values ('999-future', '')")
  db.close()
  await assert.rejects(restore(newer, site, { force: true }), /newer version of Parlance/)
  assert.equal((await contents(site)).account.length, awkward.length)
})

test('databases and backups are not readable for other users', { skip: process.platform === 'win32' }, async () => {
  const site = await newSite('sqlite')
  await fill(site)
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
  const copy = path.join(temporaryFolder(), 'new', 'copy.db')
  await backUp(site, copy)
  const again = { data: path.join(temporaryFolder(), 'again'), database: null }
  await restore(copy, again)
  for (const folder of [site.data, path.dirname(copy), `${copy}.files`, again.data])
    assert.equal(mode(folder), '700', folder)
  const files = [copy, ...[site, again].flatMap(({ data }) => globSync(`${data}/*.db*`))]
  assert.ok(files.length >= 3)
  for (const file of files) assert.equal(mode(file), '600', file)
  const [database] = globSync(`${site.data}/*.db`)
  chmodSync(database!, 0o664)
  await use(site, async () =>
    assert.equal(mode(database!), '660', 'permissions for others are removed from an existing database'),
  )
})

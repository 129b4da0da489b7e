import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { verifyPassword } from '#accounts/passwords.ts'
import { openSqlite } from '#store/sqlite/open.ts'
import type { Store } from '#store/store.ts'
import { HAS_TIME, onEachEngine, temporaryFolder, temporaryStore } from '#store/testing.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { FolderStore } from '../file-store.ts'
import { bytesName } from '../files/stored-bytes.ts'
import { loadSite } from '../open-wiki.ts'
import { countOf, rowsOf, runImport, tableDigests, xmlExport } from './testing.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../shared')
const root = path.join(import.meta.dirname, '../../..')
const folder = temporaryFolder()
let files = 0
const write = async (content: string | Buffer, name = 'file'): Promise<string> => {
  const file = path.join(folder, String(files++), name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}
const onePage = () => write(xmlExport([{ id: 1, title: 'Main Page', texts: ['x'] }]))

const logExport = (items: string) =>
  `<mediawiki version="0.11" xml:lang="ru"><siteinfo><namespaces><namespace key="0" case="first-letter" />` +
  `<namespace key="2" case="first-letter">Участник</namespace></namespaces></siteinfo>${items}</mediawiki>`

onEachEngine('imports other than pages', open => {
  test('imports log entries', async () => {
    const store = await open()
    const item = (id: number, inner: string) =>
      `<logitem><id>${id}</id><timestamp>2020-01-01T00:00:00Z</timestamp>${inner}<type>block</type><action>block</action>`
    const file = await write(
      logExport(
        `${item(5, '<contributor><username>A</username><id>3</id></contributor><comment>why</comment>')}<logtitle>Участник:Б в</logtitle><params xml:space="preserve">a:0:{}</params></logitem>` +
          `${item(6, '<contributor deleted="deleted" /><comment deleted="deleted" />')}<text deleted="deleted" /></logitem>`,
      ),
    )
    const { files } = await runImport(store, { files: [file] })
    assert.deepEqual(files[0]!.tables, { logging: { read: 2, stored: 2, skipped: {} } })
    const [first, second] = await rowsOf(store, 'log')
    assert.deepEqual([first!.id, first!.ns, first!.title, first!.params, first!.deleted], [5, 2, 'Б_в', 'a:0:{}', 0])
    assert.deepEqual([second!.title, second!.deleted], ['', 7])
    await runImport(store, { files: [file] })
    assert.equal(await countOf(store, 'log'), 2)
  })

  test('imports uploads with their files', async () => {
    const store = await open()
    const filesFolder = path.join(folder, `files-${files++}`)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAxQCgAf8AP9hVQx8gAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = (archive: string) =>
      `<upload><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><ip>192.0.2.1</ip></contributor><comment>c</comment>` +
      `<filename>My file.png</filename>${archive}<src>http://x</src><size>${png.length}</size><sha1base36>${sha1Base36(png)}</sha1base36>` +
      `<rel>a/ab/My_file.png</rel><contents encoding="base64">${png.toString('base64')}</contents></upload>`
    const page = `<page><title>File:My file.png</title><ns>6</ns><id>9</id><revision><id>3</id><timestamp>2020-01-01T00:00:00Z</timestamp><text>x</text></revision>`
    const file = await write(
      `<mediawiki version="0.11">${page}${upload('')}${upload('<archivename>2019!My_file.png</archivename>')}</page></mediawiki>`,
    )
    const {
      files: [summary],
    } = await runImport(store, { files: [file], fileStore: new FolderStore(filesFolder) })
    assert.deepEqual(summary!.tables.upload, { read: 2, stored: 2, skipped: {} })
    const [current] = await rowsOf(store, 'file')
    assert.deepEqual(
      [current!.name, current!.size, current!.major_mime, current!.minor_mime],
      ['My_file.png', png.length, 'image', 'png'],
    )
    assert.equal(await countOf(store, 'old_file'), 1)
    assert.deepEqual(await readFile(path.join(filesFolder, bytesName(sha1Base36(png)))), png)
  })

  test('imports settings and missing accounts from a site file, without storing passwords in the settings', async () => {
    const store = await open()
    const site = {
      general: { sitename: 'Test', lang: 'ru' },
      accounts: { Admin: { password: 'correct horse', groups: 'sysop, bot until 2099' } },
    }
    await runImport(store, { files: [await onePage()], site: await write(JSON.stringify(site)) })
    assert.equal((await loadSite(store.read, '')).name, 'Test')
    const [admin] = (await rowsOf(store, 'account')).filter(({ name }) => name === 'Admin')
    assert.ok((await verifyPassword('correct horse', String(admin!.password_hash))).ok)
    assert.deepEqual((await rowsOf(store, 'account_group')).map(row => row.group_name).sort(), ['bot', 'sysop'])
    assert.ok(!JSON.stringify(await rowsOf(store, 'site_setting')).includes('correct horse'))
  })

  test("uses the export's site information without a site file", async () => {
    const store = await open()
    await runImport(store, { files: [await onePage()] })
    const site = await loadSite(store.read, '')
    assert.deepEqual([site.name, site.language, site.mainPage], ['Sample', 'en', 'Main Page'])
    assert.equal(site.namespaces.nameOf(14), 'Category')
  })

  test('rejects invalid site files by name', async () => {
    const store = await open()
    for (const [content, problem] of [
      ['{', /site\.json: is not JSON/],
      ['[]', /site\.json: must be a JSON object/],
      ['{"namespaces":[]}', /site\.json: "namespaces" must be an object/],
    ] as const) {
      const site = await write(content, 'site.json')
      await assert.rejects(runImport(store, { files: [await onePage()], site }), problem)
    }
  })

  test('imports messages from a folder of files or a folder per group', async () => {
    const store = await open()
    await write('{"@metadata":{},"hello":"Hello","both":"core"}', 'core/en.json')
    const messages = path.join(folder, String(files - 1))
    await mkdir(path.join(messages, 'ext'), { recursive: true })
    await writeFile(path.join(messages, 'ext/en.json'), '{"ext-key":"Ext"}')
    await writeFile(path.join(messages, 'ext/qqq.json'), '{"ext-key":"documentation"}')
    const first = await runImport(store, { files: [await onePage()], messages })
    assert.equal(first.messages, 3)
    const rows = (await rowsOf(store, 'message')).map(({ lang, name, origin }) => `${lang} ${name} ${origin}`)
    assert.deepEqual(rows.sort(), ['en both core', 'en ext-key ext', 'en hello core', 'qqq ext-key ext'])
    await writeFile(path.join(messages, 'ext/en.json'), '{"ext-key":"Changed"}')
    await runImport(store, { files: [await onePage()], messages })
    const changed = (await rowsOf(store, 'message')).filter(({ name }) => name === 'ext-key').map(({ text }) => text)
    assert.deepEqual(changed.sort(), ['Changed', 'documentation'])
    await assert.rejects(
      runImport(store, { files: [await onePage()], messages: filesFolderWithout() }),
      /contains no messages/,
    )
  })

  test('rejects invalid additional files before importing the dumps', async () => {
    const store = await open()
    const empty = temporaryFolder()
    const missing = path.join(empty, 'nothing')
    const broken = path.dirname(await write('{', 'en.json'))
    for (const [given, problem] of [
      [{ messages: missing }, /nothing: not a folder of messages/],
      [{ messages: empty }, /contains no messages/],
      [{ messages: broken }, /en\.json: is not JSON/],
      [{ images: missing, fileStore: new FolderStore(empty) }, /nothing: no such folder or tar archive/],
    ] as const) {
      await assert.rejects(runImport(store, { files: [await onePage()], ...given }), problem)
      assert.deepEqual(await rowsOf(store, 'page'), [])
    }
  })
})

const filesFolderWithout = () => temporaryFolder()

describe('image folders', () => {
  test('store each file once under its hash, and skip files created by MediaWiki', async () => {
    const images = path.join(folder, `images-${files++}`)
    const put = async (name: string, content: string) => {
      await mkdir(path.dirname(path.join(images, name)), { recursive: true })
      await writeFile(path.join(images, name), content)
    }
    await put('a/ab/One.png', 'one')
    await put('archive/a/ab/2019!One.png', 'old')
    await put('deleted/x/y/z/xyz.png', 'one')
    await put('thumb/a/ab/One.png/20px-One.png', 'thumbnail')
    await put('temp/index.html', '')
    const store = await temporaryStore('sqlite')
    const filesFolder = path.join(folder, `kept-${files++}`)
    const { images: count } = await runImport(store, {
      files: [await onePage()],
      images,
      fileStore: new FolderStore(filesFolder),
    })
    assert.equal(count, 2)
    const kept = readdirSync(filesFolder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    assert.equal(kept.length, 2)
    assert.equal(await readFile(path.join(filesFolder, bytesName(sha1Base36(Buffer.from('one')))), 'utf8'), 'one')
  })

  const corpus = path.join(shared, 'corpus')
  test('contain every file that the corpus refers to', {
    skip: existsSync(corpus) ? false : 'the shared corpus is not there',
  }, async () => {
    const store = await temporaryStore('sqlite')
    const filesFolder = path.join(folder, `kept-${files++}`)
    await runImport(store, {
      files: [path.join(corpus, 'scenario.sql.gz')],
      images: path.join(corpus, 'scenario-images.tar.gz'),
      fileStore: new FolderStore(filesFolder),
    })
    for (const table of ['file', 'old_file', 'stashed_file']) {
      const missing = (await rowsOf(store, table)).filter(
        ({ sha1 }) => sha1 !== '' && !existsSync(path.join(filesFolder, bytesName(String(sha1)))),
      )
      assert.deepEqual(
        missing.map(({ name, key }) => name ?? key),
        [],
        table,
      )
    }
  })
})

const skip = !HAS_TIME && 'left to npm run test:beyond'
test('resumes after being killed at any moment and ends with the same data', { skip }, async () => {
  const pages = Array.from({ length: 400 }, (_, index) => ({
    id: index + 1,
    title: `Page ${index}`,
    texts: [`[[Page ${index + 1}]] ${'text '.repeat(2000)}`, `[[Page ${index + 2}]]`],
  }))
  const file = await write(gzipSync(xmlExport(pages)), 'pages.xml.gz')
  const command = (data: string) =>
    spawn(process.execPath, [path.join(root, 'dist', 'main.js'), 'wiki', 'import', '--data', data, file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: root,
    })
  const ended = async (child: ReturnType<typeof command>) =>
    new Promise<number | null>(resolve => child.on('exit', resolve))
  const digests = async (data: string) => {
    const store: Store = openSqlite(path.join(data, 'parlance.db'))
    try {
      return await tableDigests(store)
    } finally {
      await store.close()
    }
  }
  const reference = path.join(folder, `data-${files++}`)
  assert.equal(await ended(command(reference)), 0)
  const expected = await digests(reference)
  const data = path.join(folder, `data-${files++}`)
  for (let wait = 300; ; wait += 400) {
    const child = command(data)
    const exit = ended(child)
    const result = await Promise.race([exit, sleep(wait, 'running' as const)])
    if (result === 0) break
    assert.equal(result, 'running')
    child.kill('SIGKILL')
    await exit
  }
  assert.deepEqual(await digests(data), expected)
})

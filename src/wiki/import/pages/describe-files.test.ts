import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { sha1Base36 } from '../../content/sha1-base36.ts'
import { FolderStore } from '../../file-store.ts'
import { rowsOf, runImport } from '../testing.ts'
import { describeFiles } from './describe-files.ts'

const corpus = path.join(import.meta.dirname, '../../../../test/conformance/corpus')

/** Three pixels wide, two high. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAxQCgAf8AP9hVQx8gAAAABJRU5ErkJggg==',
  'base64',
)

const upload = (filename: string, data: Buffer, archive = '') =>
  `<upload><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><ip>192.0.2.1</ip></contributor><comment />` +
  `<filename>${filename}</filename>${archive && `<archivename>${archive}</archivename>`}<src>http://x</src>` +
  `<size>${data.length}</size><sha1base36>${sha1Base36(data)}</sha1base36><rel>a/ab/${filename}</rel></upload>`

const page = (id: number, title: string, uploads: string) =>
  `<page><title>File:${title}</title><ns>6</ns><id>${id}</id><revision><id>${id}</id>` +
  `<timestamp>2020-01-01T00:00:00Z</timestamp><text>x</text></revision>${uploads}</page>`

onEachEngine('files without metadata in the export', open => {
  test('are measured once they are stored', async () => {
    const folder = temporaryFolder()
    const filesFolder = path.join(folder, 'files')
    const images = path.join(folder, 'images')
    const file = path.join(folder, 'pages.xml')
    const broken = Buffer.from('no picture at all')
    await writeFile(
      file,
      `<mediawiki version="0.11">${page(1, 'Here.png', upload('Here.png', png) + upload('Here.png', png, '2019!Here.png'))}` +
        `${page(2, 'Broken.png', upload('Broken.png', broken))}${page(3, 'Gone.png', upload('Gone.png', Buffer.from('elsewhere')))}` +
        '</mediawiki>',
    )
    await mkdir(path.join(images, 'archive'), { recursive: true })
    await writeFile(path.join(images, 'Here.png'), png)
    await writeFile(path.join(images, 'Broken.png'), broken)
    const store = await open()
    const { images: count } = await runImport(store, { files: [file], images, fileStore: new FolderStore(filesFolder) })
    assert.equal(count, 2)
    const sizes = (await rowsOf(store, 'file')).map(row => [row.name, row.width, row.height, row.bits])
    assert.deepEqual(sizes.sort(), [
      ['Broken.png', 0, 0, 0],
      ['Gone.png', 0, 0, 0],
      ['Here.png', 3, 2, 8],
    ])
    const [old] = await rowsOf(store, 'old_file')
    assert.deepEqual([old!.archive_name, old!.width, old!.height, old!.bits], ['2019!Here.png', 3, 2, 8])
  })

  test('get the same sizes as in MediaWiki', async () => {
    const filesFolder = path.join(temporaryFolder(), 'files')
    const store = await open()
    await runImport(store, {
      files: [path.join(corpus, 'scenario.sql.gz')],
      images: path.join(corpus, 'scenario-images.tar.gz'),
      fileStore: new FolderStore(filesFolder),
    })
    const facts = async () => {
      const rows = [...(await rowsOf(store, 'file')), ...(await rowsOf(store, 'old_file'))]
      return rows.map(row => `${row.archive_name ?? row.name} ${row.width}×${row.height} ${row.bits} bits`).sort()
    }
    const expected = await facts()
    assert.ok(expected.length > 20)
    await store.transaction(async tx => {
      const unknown = { width: 0, height: 0, bits: 0 }
      await tx.updateTable('file').set(unknown).execute()
      await tx.updateTable('old_file').set(unknown).execute()
    })
    await describeFiles(store, new FolderStore(filesFolder))
    assert.deepEqual(await facts(), expected)
  })
})

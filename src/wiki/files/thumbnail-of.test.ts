import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import siteInfo from '../site/fixtures/site-ru.json' with { type: 'json' }
import { siteFromInfo } from '../site/site.ts'
import type { FileVersion } from './file-version.ts'
import { parseThumbParams, thumbPrefix } from './thumb-params.ts'
import { shownSize, thumbnailOf } from './thumbnail-of.ts'

const site = siteFromInfo(siteInfo as never)

const file = (width: number, height: number, mime = 'image/png', metadata = '{}'): FileVersion => ({
  name: 'Mars.png',
  archiveName: null,
  stashKey: null,
  size: 1,
  width,
  height,
  bits: 8,
  mediaType: 'BITMAP',
  mime,
  metadata: Buffer.from(metadata),
  timestamp: 0,
  actorId: 1,
  summaryId: 1,
  sha1: '',
  deleted: 0,
})

describe('thumbnail size', () => {
  const sizes: [FileVersion, { width?: number; height?: number }, [number, number] | null][] = [
    [file(320, 240), { width: 100 }, [100, 75]],
    [file(320, 240), { width: 320, height: 20 }, [27, 20]],
    [file(100, 200), { width: 100, height: 33 }, [16, 33]],
    [file(100, 200), { width: 100, height: 5000 }, [100, 200]],
    [file(100, 200), { width: 100, height: 0 }, [1, 0]],
    [file(100, 200), { width: 100, height: -7 }, null],
    [file(100, 200), { width: 0 }, null],
    [file(100, 200), {}, null],
    [file(0, 0), { width: 10 }, null],
    [file(1000, 1), { width: 10 }, [10, 0]],
  ]
  for (const [picture, box, expected] of sizes) {
    it(`of ${picture.width}×${picture.height} in ${JSON.stringify(box)} is ${expected}`, () => {
      const size = shownSize(picture, box)
      assert.deepEqual(size && [size.width, size.height], expected)
    })
  }
})

describe('a thumbnail', () => {
  const ending = (url: string | undefined) => url?.split('/').at(-1)

  it('has URLs for denser screens where they differ', () => {
    const thumb = thumbnailOf(site, file(30, 20), { width: 20 })!
    assert.equal(ending(thumb.url), '20px-Mars.png')
    assert.deepEqual(Object.values(thumb.larger).map(ending), ['Mars.png', 'Mars.png'])
    assert.deepEqual(thumbnailOf(site, file(30, 20), { width: 30 })!.larger, {})
  })

  it('is the file itself if that is small enough', () => {
    const thumb = thumbnailOf(site, file(30, 20), { width: 500 })!
    assert.deepEqual([ending(thumb.url), thumb.width, thumb.height], ['Mars.png', 30, 20])
  })

  it('is created if the file must be rotated or converted, but never enlarged', () => {
    const turned = thumbnailOf(site, file(30, 20, 'image/jpeg', '{"data":{"Orientation":6}}'), { width: 500 })!
    assert.deepEqual([ending(turned.url), turned.width], ['30px-Mars.png', 500])
    const changed = thumbnailOf(site, file(30, 20, 'image/webp'), { width: 500 })!
    assert.deepEqual([ending(changed.url), changed.mime], ['30px-Mars.png.png', 'image/png'])
  })

  it('of a drawing can have any size', () => {
    const thumb = thumbnailOf(site, file(30, 20, 'image/svg+xml'), { width: 500, lang: 'de' })!
    assert.deepEqual([ending(thumb.url), thumb.width, thumb.height], ['langde-500px-Mars.png.png', 500, 333])
  })

  it('does not exist for files that are not pictures', () => {
    assert.equal(thumbnailOf(site, file(30, 20, 'application/pdf'), { width: 10 }), null)
    assert.equal(thumbnailOf(site, file(30, 20, 'constructor'), { width: 10 }), null)
  })
})

describe('thumbnail names', () => {
  it('survive a round trip', () => {
    for (const [mime, name] of [
      ['image/png', '100px'],
      ['image/jpeg', 'qlow-5px'],
      ['image/svg+xml', 'langzh-hans-20px'],
    ] as const) {
      const params = parseThumbParams(mime, name)!
      assert.equal(thumbPrefix(params, params.width!), name)
    }
  })

  it('are rejected in any other form', () => {
    for (const name of ['', 'px', '-5px', '1e3px', '5', 'qlow-5px', 'langde-5px', '5px-', '99999999999px', ' 5px'])
      assert.equal(parseThumbParams('image/png', name), null, name)
    assert.equal(parseThumbParams('image/svg+xml', 'langDE-5px'), null)
  })
})

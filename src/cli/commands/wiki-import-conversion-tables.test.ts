import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { parlance } from '../testing.ts'

const source = (hant: string) => `<?php
class ZhConversion {
public static $zh2Hant = [ ${hant} ];
public static $zh2Hans = [ '書' => '书', ];
public static $zh2TW = array( '鼠标' => '滑鼠' );
public static $zh2HK = [];
public static $zh2CN = [ '' => 'x', '${'a'.repeat(201)}' => 'b' ];
}
`

test('imports the tables of a MediaWiki, again and with changes', async () => {
  const folder = temporaryFolder()
  const [data, mediawiki] = [path.join(folder, 'data'), path.join(folder, 'mediawiki')]
  const file = path.join(mediawiki, 'includes/languages/data/ZhConversion.php')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, source("'书' => '書', '龙' => '龍', '龙' => '龍', '台' => '臺'"))
  const run = (...args: string[]) => parlance(['wiki', 'import-conversion-tables', '--data', data, ...args])

  const first = await run(mediawiki)
  assert.equal(first.code, 0, first.err)
  assert.equal(
    first.out,
    `${file}:
  zh2Hant: 4 read, 3 stored (3 new, 0 changed, 0 unchanged), 1 skipped: key repeated, last value used, 0 removed
  zh2Hans: 1 read, 1 stored (1 new, 0 changed, 0 unchanged), 0 removed
  zh2TW: 1 read, 1 stored (1 new, 0 changed, 0 unchanged), 0 removed
  zh2HK: 0 read, 0 stored (0 new, 0 changed, 0 unchanged), 0 removed
  zh2CN: 2 read, 0 stored (0 new, 0 changed, 0 unchanged), 1 skipped: empty key, 1 skipped: key longer than 200 characters, 0 removed
Chinese and Gan are converted with these tables from now on.
`,
  )
  assert.match((await run(file)).out, /zh2Hant: .*\(0 new, 0 changed, 3 unchanged\)[\s\S]*already imported/)
  await writeFile(file, source("'书' => '冊', '龙' => '龍'"))
  const [hant] = JSON.parse((await run(file, '--json')).out).tables
  const counts = { added: 0, changed: 1, unchanged: 1, removed: 1 }
  assert.deepEqual(hant, { table: 'zh2Hant', read: 2, stored: 2, skipped: {}, ...counts })
})

test('rejects what has no tables', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'ZhConversion.php')
  const data = path.join(folder, 'data')
  const refused = async (from: string): Promise<string> => {
    const { code, out, err } = await parlance(['wiki', 'import-conversion-tables', '--data', data, from])
    assert.deepEqual([code, out], [1, ''])
    return err
  }
  assert.match(await refused(path.join(folder, 'missing')), /missing does not exist/)
  assert.match(await refused(folder), /has none of .*includes\/languages\/data\/ZhConversion\.php/)
  await writeFile(file, '<?php $zh2Hant = [];')
  assert.match(await refused(file), /has no \$zh2Hans, \$zh2TW, \$zh2HK, \$zh2CN\. Nothing was imported/)
  await writeFile(file, source("'x' => exec('ls')"))
  assert.match(await refused(file), /line 3: expected a quoted value of \$zh2Hant/)
  await writeFile(file, Buffer.from([0x24, 0xff]))
  assert.match(await refused(file), /is not UTF-8/)
})

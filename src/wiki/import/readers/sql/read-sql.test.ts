import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { decompress } from '../decompress/decompress.ts'
import { DumpError } from '../dump-error.ts'
import { readSql } from './read-sql.ts'
import type { SelectColumns, SqlPosition, SqlRows } from './sql-scanner.ts'
import type { SqlValue } from './sql-table.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../../../shared')

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const everything: SelectColumns = table =>
  table.columns.map(({ name, type }) => {
    if (/^(tiny|small|medium|big)?int/.test(type)) return [name, 'integer']
    return [name, /^(double|float)/.test(type) ? 'number' : /blob/.test(type) ? 'bytes' : 'text']
  })

async function groupsOf(
  sql: string | Buffer,
  { size = 1 << 18, select = everything, resume }: { size?: number; select?: SelectColumns; resume?: SqlPosition } = {},
): Promise<SqlRows[]> {
  const source = await decompress(cut(Buffer.from(sql), size), 'dump.sql')
  const groups: SqlRows[] = []
  for await (const batch of readSql(source, select, resume === undefined ? {} : { resume }))
    groups.push(...batch.groups)
  return groups
}

async function rowsOf(sql: string | Buffer, size?: number, select?: SelectColumns): Promise<SqlValue[][]> {
  const options = { ...(size !== undefined && { size }), ...(select !== undefined && { select }) }
  return (await groupsOf(sql, options)).flatMap(group => group.rows)
}

const create =
  "CREATE TABLE `t` (\n  `a` int(10) unsigned NOT NULL AUTO_INCREMENT,\n  `b` varbinary(255) NOT NULL DEFAULT 'x,)',\n  `c` mediumblob DEFAULT NULL,\n  PRIMARY KEY (`a`),\n  KEY `b` (`b`(10),`c`)\n) ENGINE=InnoDB;\n"

const refused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DumpError, `expected a DumpError, got ${error}`)
  assert.match(error.message, pattern)
  assert.match(error.message, /^dump\.sql: .* at byte \d+/)
  return true
}

describe('rows', () => {
  test('supports every way to write a value', async () => {
    const sql = `${create}INSERT INTO \`t\` VALUES (1,'it\\'s','\\0\\b\\n\\r\\t\\Z\\\\\\"\\%\\_'), (2 , 'it''s' , NULL ),
      (3,"say ""hi"" 'x'",0x00FF41),(4,_binary 'raw\\0',X'4142'),(-5,_utf8mb4'жук',_binary 0x0A),(6,'',''),(007,'5',6.5);`
    assert.deepEqual(await rowsOf(sql), [
      [1, "it's", Buffer.from('\0\b\n\r\t\x1a\\"%_')],
      [2, "it's", null],
      [3, `say "hi" 'x'`, Buffer.from([0, 255, 65])],
      [4, 'raw\0', Buffer.from('AB')],
      [-5, 'жук', Buffer.from('\n')],
      [6, '', Buffer.from('')],
      [7, '5', Buffer.from('6.5')],
    ])
  })

  test('reads floats, decimals, quoted numbers and limits', async () => {
    const table = 'CREATE TABLE t (a double, b bigint(20), c decimal(10,2));\n'
    assert.deepEqual(
      await rowsOf(`${table}INSERT INTO t VALUES (0.25,9007199254740991,'1.50'),(1e-7,'42',-3.00)`.concat(';')),
      [
        [0.25, 9007199254740991, '1.50'],
        [1e-7, 42, '-3.00'],
      ],
    )
    await assert.rejects(
      rowsOf(`${table}INSERT INTO t VALUES (1,18446744073709551615,1);`),
      refused(/column "b".*2\^53/),
    )
    await assert.rejects(rowsOf(`${table}INSERT INTO t VALUES (1,'x',1);`), refused(/column "b".*not a number/))
    await assert.rejects(
      rowsOf(`${table}INSERT INTO t VALUES (1,bogus,1);`),
      refused(/column "b".*is not a valid value/),
    )
  })

  test('supports all forms of INSERT, with comments and other statements in between', async () => {
    const sql = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
# a comment with 'an open quote
${create}LOCK TABLES \`t\` WRITE;
/*!40000 ALTER TABLE \`t\` DISABLE KEYS */;
INSERT IGNORE INTO \`wiki\`.\`t\` (\`b\`, \`a\`) VALUES ('x',1);REPLACE INTO t VALUES (2,'y',NULL); insert t values(3,'z','c');
UPDATE t SET b='; INSERT INTO t VALUES (9,9,9)' WHERE a=1;
DELIMITER ;;
CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN INSERT INTO t VALUES (8,'',''); END ;;
DELIMITER ;
UNLOCK TABLES;
-- Dump completed on 2020-01-01`
    for (const size of [1, 7, 1 << 18]) {
      const rows = (await groupsOf(sql, { size })).map(group => [
        group.table.columns.map(column => column.name).join(),
        ...group.rows,
      ])
      assert.deepEqual(rows, [
        ['b,a', ['x', 1]],
        ['a,b,c', [2, 'y', null]],
        ['a,b,c', [3, 'z', Buffer.from('c')]],
      ])
    }
  })

  test('returns columns in the requested order and counts unrequested tables', async () => {
    const sql = `${create}INSERT INTO t VALUES (1,'x',NULL),(2,'y','z');`
    assert.deepEqual(
      await rowsOf(sql, 5, () => [
        ['c', 'text'],
        ['a', 'text'],
      ]),
      [
        [null, '1'],
        ['z', '2'],
      ],
    )
    const groups = await groupsOf(sql, { select: () => undefined })
    assert.deepEqual(
      groups.map(({ rows, count }) => [rows.length, count]),
      [[0, 2]],
    )
    await assert.rejects(
      rowsOf(sql, 100, () => [['nope', 'text']]),
      refused(/without the column "nope"/),
    )
  })

  test('reads names, types, quotes and generated columns from declarations', async () => {
    const sql = `CREATE TABLE IF NOT EXISTS "q""t" ("a" INT UNSIGNED, \`e\` enum('page','sub''cat,)','file') NOT NULL,
      ts timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(), CONSTRAINT x CHECK (a > 0));
      INSERT INTO "q""t" VALUES (1,'page','2020-01-01 00:00:00');`
    const [group] = await groupsOf(sql)
    assert.deepEqual(group!.table, {
      name: 'q"t',
      columns: [
        { name: 'a', type: 'int unsigned' },
        { name: 'e', type: "enum('page','sub''cat,)','file')" },
        { name: 'ts', type: 'timestamp' },
      ],
    })
  })

  const quote = (bytes: Buffer) => {
    const parts: (string | Buffer)[] = ["'"]
    for (const byte of bytes) {
      const named: Record<number, string> = {
        0: '\\0',
        10: '\\n',
        13: '\\r',
        26: '\\Z',
        34: '\\"',
        39: "\\'",
        92: '\\\\',
      }
      parts.push(named[byte] ?? Buffer.from([byte]))
    }
    return Buffer.concat([...parts, "'"].map(part => Buffer.from(part)))
  }
  const bytesLike = fc.array(
    fc.oneof(fc.constantFrom(39, 92, 0, 34, 44, 41, 40, 59), fc.integer({ min: 0, max: 255 })),
    { maxLength: 30 },
  )

  test('returns any bytes unchanged, in chunks of any size, from any row', async () => {
    const row = fc.tuple(
      fc.integer(),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.option(bytesLike.map(b => Buffer.from(b))),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { minLength: 1, maxLength: 5 }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        async (inserts, size) => {
          const pieces: (string | Buffer)[] = ['-- MariaDB dump 10.19\n', create]
          for (const rows of inserts) {
            pieces.push('INSERT INTO `t` VALUES\n')
            for (const [index, [a, b, c]] of rows.entries()) {
              pieces.push(
                index === 0 ? '(' : ',\n(',
                `${a},`,
                quote(Buffer.from(b)),
                ',',
                c === null ? 'NULL' : quote(c),
                ')',
              )
            }
            pieces.push(';\n')
          }
          pieces.push('-- Dump completed\n')
          const sql = Buffer.concat(pieces.map(piece => Buffer.from(piece)))
          const expected: SqlValue[][] = inserts.flat()
          const groups = await groupsOf(sql, { size })
          assert.deepEqual(
            groups.flatMap(group => group.rows),
            expected,
          )
          let done = 0
          for (const { count, next } of groups) {
            done += count
            const resume = JSON.parse(JSON.stringify(next)) as SqlPosition
            const rest = await groupsOf(sql, { size, resume })
            assert.deepEqual(
              rest.flatMap(group => group.rows),
              expected.slice(done),
            )
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  for (const name of ['corpus/scenario.sql.gz', 'data/ltgwiki.sql.gz']) {
    const file = path.join(shared, name)
    test(`${name}: reads as many rows as the file has`, {
      skip: existsSync(file) ? false : 'the shared corpus is not there',
    }, async () => {
      const sql = gunzipSync(readFileSync(file))
      // This dump has one row per line, with newlines in values escaped.
      const lines = sql.toString('latin1').match(/^\(.*\)[,;]$/gm)!.length
      const groups = await groupsOf(sql)
      assert.equal(
        groups.reduce((sum, group) => sum + group.count, 0),
        lines,
      )
    })
  }
})

describe('rejects', () => {
  const cases: [name: string, sql: string, pattern: RegExp][] = [
    ['no SQL', '<mediawiki></mediawiki>', /is not SQL/],
    ['rows without columns', 'INSERT INTO x VALUES (1);', /without naming columns/],
    ['too few values', `${create}INSERT INTO t VALUES (1,2);`, /row of 2 values where 3 are declared.*in table t/],
    ['too many values', `${create}INSERT INTO t VALUES (1,2,3,4);`, /row of 4 values where 3 are declared/],
    ['two values without comma', `${create}INSERT INTO t VALUES (1,'a' 'b',3);`, /malformed row/],
    ['rows without comma', `${create}INSERT INTO t VALUES (1,2,3)(4,5,6);`, /other than rows/],
    ['a comma too many', `${create}INSERT INTO t VALUES (1,2,3),;`, /other than rows/],
    ['no rows', `${create}INSERT INTO t VALUES;`, /other than rows/],
    ['INSERT … SELECT', `${create}INSERT INTO t SELECT * FROM x;`, /unsupported INSERT/],
    ['an unterminated string', `${create}INSERT INTO t VALUES (1,'abc`, /truncated inside an INSERT/],
    [
      'a string that swallows the rest',
      `${create}INSERT INTO t VALUES (1,'abc\\',2),(2,3,4);\n-- Dump completed`,
      /truncated inside an INSERT/,
    ],
    ['an unterminated comment', '/* never ends', /truncated inside a statement/],
    ['an unterminated statement', 'CREATE TABLE t (a int', /truncated inside a statement/],
    ['no last line', `-- MySQL dump 10.16\n${create}`, /final line "-- Dump completed" is missing/],
    ['an introducer without literal', `${create}INSERT INTO t VALUES (1,_binary,2);`, /malformed row/],
  ]
  for (const [name, sql, pattern] of cases) {
    test(name, async () => {
      for (const size of [1 << 18, 3]) await assert.rejects(groupsOf(sql, { size }), refused(pattern))
    })
  }

  test('a dump truncated anywhere', async () => {
    const sql = Buffer.from(
      `-- MariaDB dump 10.19\n${create}INSERT INTO t VALUES (1,'a','b'),\n(2,'c',NULL);\n-- Dump completed`,
    )
    for (let length = 30; length < sql.length - 1; length++) {
      await assert.rejects(groupsOf(sql.subarray(0, length)), refused(/truncated/))
    }
  })

  test('reads a row of many megabytes in small chunks in linear time', async () => {
    const big = 'x\\n'.repeat(4_000_000)
    const [row] = await rowsOf(`${create}INSERT INTO t VALUES (1,'a','${big}');`, 4096)
    assert.equal((row![2] as Buffer).length, 8_000_000)
  })
})

// What each library gives. Lines are an expression in Lua and its result as text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expandOn, moduleHost, resultOf, shownBy } from './testing/run-module.ts'

/** `tab` separates several results. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the language': {
    '1, nil, true, "x"': '1\tnil\ttrue\tx',
    'tostring({}), tostring(print), tostring(type)': 'table\tnil\tfunction',
    'unpack({1, 2, 3})': '1\t2\t3',
    'pcall(unpack, {}, 1, 1e6)': 'false\ttoo many results to unpack',
    'getmetatable("")': 'nil',
    '("x"):rep(3), #"žž"': 'xxx\t4',
    'select("#", pairs(setmetatable({}, { __pairs = function () return 1, 2, 3, 4 end })))': '3',
    'os.date("!%Y-%m-%d %H:%M", 0), os.time{ year = 2000, month = 1, day = 1, hour = 0 }':
      '1970-01-01 00:00\t946684800',
    'os.date("%c", 1e9)': 'Sun Sep  9 01:46:40 2001',
    'type(os.clock()), os.difftime(5, 3), os.getenv': 'number\t2\tnil',
    'io, coroutine, loadstring, dofile, collectgarbage, module, newproxy': 'nil\tnil\tnil\tnil\tnil\tnil\tnil',
    'table.concat({ "b", "a" }, "-"), math.max(1, 7)': 'b-a\t7',
  },
  string: {
    'string.find("abc", "b", 1, true)': '2\t2',
    'string.find("a.c", "%."), string.find("abc", "(b)(c)")': '2\t2\t3\tb\tc',
    'string.match("key = value", "^(%w+)%s*=%s*(%w+)$")': 'key\tvalue',
    'string.match("2026-11-17", "%d+", 6), ("x"):match("()")': '11\t1',
    'string.gsub("hello world", "o", "0", 1)': 'hell0 world\t1',
    'string.gsub("abc", "%w", "%0%0"), (string.gsub("abc", "", "-"))': 'aabbcc\t-a-b-c-',
    'string.gsub("$name", "%$(%w+)", { name = "Lua" })': 'Lua\t1',
    'string.gsub("abc", "b", function () return false end)': 'abc\t1',
    'string.find("THE (quick) fox", "%((%a+)%)")': '5\t11\tquick',
    'string.match("f(a(b)c)d", "%b()"), string.match("THE END", "%f[%a]%a+", 2)': '(a(b)c)\tEND',
    'string.match("abcabc", "(abc)%1"), string.find("", "^$")': 'abc\t1\t0',
    'pcall(string.find, "a", "[a")': "false\tmalformed pattern (missing ']')",
    'pcall(string.rep)': "false\tbad argument #1 to '?' (string expected, got no value)",
    'string.format("%05.1f|%q|%s", 3.14159, "a\\nb", "x")': '003.1|"a\\\nb"|x',
    'string.byte("\\200\\0"), #"a\\0b"': '200\t3',
  },
  'mw.ustring': {
    'mw.ustring.len("žāč"), mw.ustring.sub("žāč", 2, 2), mw.ustring.sub("žāč", -1)': '3\tā\tč',
    'mw.ustring.find("bar ¡foo", "¡f%a")': '5\t7',
    'mw.ustring.match("Ēzis un ābols", "%u%l+")': 'Ēzis',
    'mw.ustring.gsub("āēī", "[āī]", { ["ā"] = "a", ["ī"] = "i" })': 'aēi\t2',
    'mw.ustring.upper("straße ā"), mw.ustring.lower("ĀŽ")': 'STRASSE Ā\tāž',
    '("ДА"):ulower(), string.uupper("да"), string.ulen': 'да\tДА\tnil',
    'mw.ustring.codepoint("aā", 1, -1)': '97\t257',
    'mw.ustring.char(0x101, 0x1F600)': 'ā😀',
    'mw.ustring.isutf8("\\200"), mw.ustring.len("\\200"), mw.ustring.isutf8("ā")': 'false\tnil\ttrue',
    'mw.ustring.byteoffset("fóo", 3), mw.ustring.byteoffset("fóo", 0, 3)': '4\t2',
    '(mw.ustring.gsub("mācību darbs", "%f[%a]%a", mw.ustring.upper))': 'Mācību Darbs',
    'mw.ustring.find("a[b", "[", 1, true)': '2\t2',
    'mw.ustring.toNFC("e\\204\\129") == "é", mw.ustring.toNFD("é") == "e\\204\\129"': 'true\ttrue',
    'pcall(mw.ustring.find, "a", "[a")':
      'false\tMissing close-bracket for character set beginning at pattern character 1',
    'mw.ustring.find("a$b", "%p"), mw.ustring.match("a$b", "%p")': 'nil\tnil',
  },
  'mw.text': {
    'mw.text.trim("  a b\\n"), mw.text.trim("xxaxx", "x")': 'a b\ta',
    'table.concat(mw.text.split("a,b,,c", ","), "|"), #mw.text.split("", ",")': 'a|b||c\t1',
    'table.concat(mw.text.split("āxbxc", "x", true), "|")': 'ā|b|c',
    'mw.text.encode("<a b=\\"c\\">"), mw.text.decode("&lt;&#x41;&eacute;"), mw.text.decode("&eacute;", true)':
      '&lt;a b=&quot;c&quot;&gt;\t<A&eacute;\té',
    'mw.text.nowiki("[[a]] {{b}}")': '&#91;&#91;a&#93;&#93; &#123;&#123;b&#125;&#125;',
    'mw.text.tag("b", { id = "x" }, "y"), mw.text.tag("br", nil, false)': '<b id="x">y</b>\t<br />',
    'mw.text.listToText({ "a", "b", "c" }), mw.text.listToText({ 1 })': 'a, b and c\t1',
    'mw.text.truncate("abcdefgh", 3), mw.text.truncate("abcdef", -3, "…")': 'abc...\t…def',
    'mw.text.jsonEncode({ 1, "a", { x = true } })': '[1,"a",{"x":true}]',
    'mw.text.jsonEncode(setmetatable({}, { __pairs = function () return function (_, k) if not k then return "a" end end end }))':
      '{"a":null}',
    'mw.text.jsonDecode("[1,{\\"a\\":null,\\"b\\":2}]")[2].b': '2',
    'pcall(mw.text.jsonDecode, "{")': 'false\tmw.text.jsonDecode: Syntax error',
    'mw.text.killMarkers("a\\127\'\\"`UNIQ--nowiki-00000000-QINU`\\"\'\\127b")': 'ab',
  },
  'mw.html': {
    'tostring(mw.html.create("div"):addClass("a"):addClass("b"):wikitext("x"))': '<div class="a b">x</div>',
    'tostring(mw.html.create("b"):css("color", "red"):css{ width = "1px" })': '<b style="color:red;width:1px"></b>',
    'tostring(mw.html.create("ul"):tag("li"):wikitext("1"):done():tag("li"):attr("id", "<"):allDone())':
      '<ul><li>1</li><li id="&lt;"></li></ul>',
    'tostring(mw.html.create("br")), tostring(mw.html.create():wikitext("x", "y"))': '<br />\txy',
    'pcall(mw.html.create, "a b")': "false\tinvalid tag name 'a b'",
  },
  'mw.title': {
    'mw.title.getCurrentTitle().text, tostring(mw.title.new("talk:x_y"))': 'Page\tTalk:X y',
    'mw.title.new("User:A/B/C").baseText, mw.title.new("User:A/B/C").subpageText, mw.title.new("User:A/B").rootText':
      'A/B\tC\tA',
    'mw.title.new("A|B"), mw.title.new("X", "Template").prefixedText': 'nil\tTemplate:X',
    'mw.title.makeTitle("Module", "a b", "f").fullText': 'Module:A b#f',
    'mw.title.new("Talk:X").subjectPageTitle.prefixedText, mw.title.new("X").talkPageTitle.prefixedText': 'X\tTalk:X',
    'mw.title.new("X") == mw.title.new("x"), mw.title.new("A") < mw.title.new("B")': 'true\ttrue',
    'mw.title.new("Known").exists, mw.title.new("Unknown").exists, mw.title.new("Module:T").contentModel':
      'true\tfalse\tScribunto',
    'mw.title.new("Known"):getContent(), mw.title.new("Unknown"):getContent()': 'text\tnil',
    'mw.title.new("Moved").isRedirect, mw.title.new("Moved").redirectTarget.text': 'true\tKnown',
    'mw.title.new("A b"):fullUrl("x=1"), mw.title.new("A b"):localUrl()':
      '//wiki.example/index.php?title=A_b&x=1\t/wiki/A_b',
    'mw.title.new("Talk:X"):inNamespace(1), mw.title.new("X").namespace, mw.title.new("X").isTalkPage':
      'true\t0\tfalse',
    'pcall(mw.title.new, "X", "Nowhere")':
      "false\tbad argument #2 to 'title.new' (unrecognized namespace name 'Nowhere')",
    'mw.title.new("File:None.png").fileExists': 'false',
  },
  'mw.site, mw.uri and mw.hash': {
    'mw.site.siteName, mw.site.server, mw.site.namespaces[10].name, mw.site.namespaces.Template.id':
      'Test wiki\t//wiki.example\tTemplate\t10',
    'mw.site.namespaces["template talk"].id, mw.site.namespaces[1].subject.id, mw.site.stats.pages': '11\t0\t3',
    'mw.uri.encode("a b/ā"), mw.uri.encode("a b", "PATH"), mw.uri.encode("a b", "WIKI"), mw.uri.decode("a%20b+c")':
      'a+b%2F%C4%81\ta%20b\ta_b\ta b c',
    'tostring(mw.uri.fullUrl("A b", { action = "edit" }))': '//wiki.example/index.php?title=A_b&action=edit',
    'tostring(mw.uri.new("http://u:p@h:8080/p?a=1&b#f"):extend{ c = 2 })': 'http://u:p@h:8080/p?a=1&b&c=2#f',
    'mw.uri.new("http://h:8080/p?a=1").port, mw.uri.anchorEncode("a b")': '8080\ta_b',
    'mw.hash.hashValue("md5", "x"), mw.hash.hashValue("crc32b", "x")': '9dd4e461268c8034f5c8564e155c67a6\t8cdc1683',
  },
  'mw.language and mw.message': {
    'mw.getContentLanguage().code, mw.language.fetchLanguageName("lv"), mw.language.isKnownLanguageTag("xx-none")':
      'en\tlatviešu\tfalse',
    'mw.getLanguage("de"):formatNum(1234567.5), mw.getLanguage("en"):parseFormattedNumber("1,234.5")':
      '1.234.567,5\t1234.5',
    'mw.getLanguage("en"):ucfirst("āb"), mw.getLanguage("en"):lc("ĀB"), mw.getLanguage("ar"):getDir()': 'Āb\tāb\trtl',
    'mw.getLanguage("en"):convertPlural(1, "one", "many"), mw.getLanguage("en"):plural(5, { "one", "many" })':
      'one\tmany',
    'mw.getLanguage("en"):formatDate("Y-m-d H:i", "2014-03-05 12:34:56"), mw.getLanguage("en"):formatDate("j", "@0")':
      '2014-03-05 12:34\t1',
    'mw.getLanguage("en"):formatDuration(90061), mw.getLanguage("en"):getDurationIntervals(3661).minutes':
      '1 day, 1 hour, 1 minute and 1 second\t1',
    'mw.getLanguage("ru"):convertGrammar("Энциклопедия", "genitive"), mw.getLanguage("ru"):grammar("accusative", "Библиотека")':
      'Энциклопедии\tБиблиотеку',
    'mw.message.new("greeting", "Ann", 2):plain(), mw.message.new("none"):exists(), tostring(mw.message.new("none"))':
      'Hi Ann, 2 of $3\tfalse\t⧼none⧽',
    'mw.message.newRawMessage("$1 $2"):numParams(12345):rawParams("x"):plain()': '12,345 x',
  },
  'arguments of the wrong type': {
    'pcall(mw.title.makeTitle, 0, "x", 5)': "false\tbad argument #3 to 'makeTitle' (string expected, got number)",
    'pcall(mw.title.new("X").inNamespaces, 0)':
      'false\tmw.title: invalid title object. Did you call inNamespaces with a dot instead of a colon, i.e. title.inNamespaces() instead of title:inNamespaces()?',
    'pcall(mw.html.create("b").attr, mw.html.create("b"), "x", {})':
      "false\tbad argument #2 to 'attr' (string, number or nil expected, got table)",
    'pcall(mw.html.create("b").css, mw.html.create("b"), { x = {} })':
      "false\tbad argument #1 to 'css' (table keys and values must be strings or numbers)",
    'pcall(mw.message.newFallbackSequence, "a", 5)':
      "false\tbad argument #2 to 'message.newFallbackSequence' (string expected, got number)",
    'pcall(mw.message.rawParam)': "false\tbad argument #1 to 'message.rawParam' (string or number expected, got nil)",
    'pcall(mw.uri.localUrl, "a", 5)': "false\tbad argument #2 to 'localurl' (string or table expected, got number)",
    'pcall(mw.uri.encode, "a", "x")': "false\tbad argument #2 to 'encode' (expected QUERY, PATH, or WIKI)",
    'pcall(function () local l = mw.getLanguage("en") l:lc() end)':
      'false\tModule:T:3: too few arguments to mw.language:lc',
    'pcall(function () frame:extensionTag("x", "y", true) end)':
      'false\tModule:T:3: frame:extensionTag: args must be a string, number, or table',
    'pcall(function () mw.message.new("x"):params(true) end)':
      "false\tModule:T:3: bad argument #1 to 'params' (string or number expected, got boolean)",
    'pcall(mw.text.jsonEncode, { { type } })': "false\tmw.text.jsonEncode: Cannot encode type 'function'",
    'pcall(package.seeall, "") == false, ("x"):rep(2)': 'true\txx',
  },
  'other libraries': {
    'mw.ext.ParserFunctions.expr("1 + 2 * 3"), mw.wikibase': '7\tnil',
    'require("bit32").band(12, 10), require("bit32").bxor(12, 10), require("bit32").lshift(1, 31)': '8\t6\t2147483648',
    'require("ustring").len("ā"), require("ustring.ustring").len("ā"), type(require("libraryUtil").checkType)':
      '1\t1\tfunction',
    'pcall(require, "Module:None")': "false\tpackage.lua:80: module 'Module:None' not found",
    'pcall(require("libraryUtil").checkType, "f", 1, 2, "string")':
      "false\tModule:T:3: bad argument #1 to 'f' (string expected, got number)",
    'mw.dumpObject({ 1, x = "y" })': 'table#1 {\n    1,\n    ["x"] = "y",\n}',
    'mw.allToString(1, nil, {}), mw.clone({ { 5 } })[1][1], mw.isSubsting()': '1\tnil\ttable\t5\tfalse',
  },
}

const pages = { '0:Known': 'text', '0:Moved': '#REDIRECT [[Known]]' }
const messages = { greeting: 'Hi $1, $2 of $3' }

for (const [library, lines] of Object.entries(tables)) {
  test(library, () => {
    for (const [expression, expected] of Object.entries(lines))
      assert.equal(shownBy(expression, { pages, messages }).replaceAll('&#039;', "'"), expected, expression)
  })
}

test('strict mode', () => {
  assert.match(resultOf("require('strict') return undeclared"), /variable &#039;undeclared&#039; is not declared/)
})

test('data modules are read once per page and cannot be changed', () => {
  const host = moduleHost({
    D: "return { list = { 'a', 'b' }, n = 1 }",
    T: `local d = mw.loadData('Module:D')
return { f = function ()
  local keys = {}
  for k, v in ipairs(d.list) do keys[k] = v end
  return table.concat(keys) .. d.n .. tostring(pcall(function () d.n = 2 end)) .. tostring(rawget(d, 'n'))
end }`,
  })
  assert.equal(expandOn(host, '{{#invoke:T|f}}').text, 'ab1falsenil')
})

test('JSON pages', () => {
  const json = { pages: { '0:Data.json': '{"a":[1,2],"b":{"c":"d"}}' } }
  const body = "local d = mw.loadJsonData('Data.json') return d.a[2] .. d.b.c"
  assert.equal(resultOf(body, '', json), '2d')
})

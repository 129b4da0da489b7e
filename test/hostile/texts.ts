// Expensive wikitext for tests that send it to a server.
export { hostileTexts, type TextMaker } from '#wiki/wikitext/testing/hostile-texts.ts'

/**
 * URL of the manual page of a module. The API is MediaWiki's, so its manual is the best reference;
 * `Special:MyLanguage` redirects to the reader's language.
 */
export const helpPage = (page: string): string => `https://www.mediawiki.org/wiki/Special:MyLanguage/API:${page}`

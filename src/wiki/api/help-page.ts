/**
 * Where a module of this interface is explained at length. The interface is MediaWiki's, so its own manual is the best
 * text there is; `Special:MyLanguage` leads each reader to a translation.
 */
export const helpPage = (page: string): string => `https://www.mediawiki.org/wiki/Special:MyLanguage/API:${page}`

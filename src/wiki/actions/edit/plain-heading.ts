/** A heading as a summary names it: without links, tags and quotes that make letters bold. */
export const plainHeading = (wikitext: string): string =>
  wikitext
    .replace(/\[\[:?([^[|\]]+)\|([^[\]]+)\]\]/g, '$2')
    .replace(/\[\[:?([^[\]]+)\|?\]\]/g, '$1')
    .replace(/\[(?:https?:|ftps?:|mailto:)?\/\/[^\s\]]+ ([^\]]+)\]/g, '$1')
    .replace(/'{2,5}/g, '')
    .replace(/<[^<>]*>/g, '')

import { LIGHT_COLOURS } from '#web/style.ts'

/** Elements whose author has chosen a ground, which was meant for dark letters on it. */
const OWN_GROUND =
  '.mw-parser-output :is([bgcolor],[style*=background]):not([style*="background:none"],[style*="background: none"],[style*=transparent])'
/** And those where only the letters have a colour, which was meant for a white page. */
const OWN_LETTERS =
  '.mw-parser-output :is(font[color],span[style*=color]:not([style*="-color"],[style*=background])):not([style*=background] *,[bgcolor] *)'

/**
 * How rendered wikitext looks: the classes are those that MediaWiki's HTML has. On a dark page an author's own colours stay
 * readable: a ground keeps dark letters (a table's caption stands outside of it), and letters alone are turned to the other
 * end of the scale in their own hue.
 */
export const WIKITEXT_STYLE = `
.mw-parser-output{overflow-x:auto}
.mw-parser-output table{border-collapse:separate;max-width:100%}.mw-parser-output .wikitable{border-collapse:collapse}
@media(prefers-color-scheme:dark){${OWN_GROUND}{color-scheme:light;${LIGHT_COLOURS};color:var(--text)}${OWN_GROUND}>caption{color:#e6e9ec}${OWN_LETTERS}{filter:invert(1) hue-rotate(180deg)}}
a.new{color:var(--bad)}.mw-selflink{font-weight:700}.error{color:var(--bad)}
.mw-parser-output .wikitable>*>tr>*{border:1px solid var(--line);padding:.35rem .6rem}.wikitable th{text-align:center}.wikitable th[scope=row]{text-align:start}.wikitable th{background:var(--soft)}
.infobox{float:inline-end;clear:inline-end;margin:0 0 1rem 1rem;border:1px solid var(--line);background:var(--soft);font-size:.9rem}
.toc{display:table;border:1px solid var(--line);background:var(--soft);border-radius:.4rem;padding:.5rem 1rem;font-size:.95rem}
.toc ul{list-style:none;margin:.2rem 0;padding-inline-start:1rem}.toc>ul{padding:0}.toctitle h2{font-size:1rem;margin:0}.toctogglespan{display:none}
.thumb{max-width:100%;margin-block-end:.75rem}.thumbinner{max-width:100%;border:1px solid var(--line);background:var(--soft);border-radius:.4rem;padding:.3rem;font-size:.85rem}
.tright,.floatright{float:right;clear:right;margin-inline-start:1rem}.tleft,.floatleft{float:left;clear:left;margin-inline-end:1rem}.center{text-align:center}.center>*{margin-inline:auto}
.mw-parser-output img{max-width:100%;height:auto}.thumbborder{border:1px solid var(--line)}
.gallery{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;padding:0}.gallerytext{font-size:.85rem}
.mw-parser-output dd{margin-inline-start:1.6rem}.reference{white-space:nowrap;line-height:1}.references{font-size:.9rem}
.redirectText{list-style:none;padding:0}.redirectText li::before{content:'→ '}[dir=rtl] .redirectText li::before{content:'← '}
.categories{clear:both;border-top:1px solid var(--line);padding-top:.5rem}.about{clear:both}
.members{columns:18rem;padding-inline-start:1.2rem}.picture img{max-width:100%;height:auto}
`

// Variables and functions whose value depends only on the wiki and their arguments. Anything not listed here may depend
// on the page or on its properties so far, or may have side effects.

export const sameOnEveryPage: { readonly variables: ReadonlySet<string>; readonly functions: ReadonlySet<string> } = {
  variables: new Set(
    `sitename server servername scriptpath articlepath stylepath currentversion contentlanguage directionmark
    ! =`.split(/\s+/),
  ),
  functions: new Set(
    `if ifeq iferror ifexpr switch expr lc uc lcfirst ucfirst padleft padright urlencode anchorencode len pos rpos sub
    count replace explode urldecode titleparts formatnum plural gender grammar bidi language formatdate localurl localurle
    fullurl fullurle canonicalurl canonicalurle ns nse special speciale pagename pagenamee fullpagename fullpagenamee
    basepagename basepagenamee rootpagename rootpagenamee subpagename subpagenamee talkpagename talkpagenamee
    subjectpagename subjectpagenamee namespace namespacee namespacenumber talkspace talkspacee subjectspace subjectspacee
    int`.split(/\s+/),
  ),
}

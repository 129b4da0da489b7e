import { wikiLanguage } from '#languages/wiki-languages.ts'
import { helpDocument } from '../api/help/help-document.ts'
import { HelpText } from '../api/help/help-text.ts'
import { helpPage } from '../api/help-page.ts'
import { type ActionModule, actionModule } from '../api/module.ts'
import { ModuleTree } from '../api/module-tree.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { settingsKey } from '../api/params/offered.ts'
import { listedSettings } from '../api/params/param-settings.ts'
import { wordingOf } from '../messages/wording.ts'
import { queryModules } from '../query/registry.ts'

/** The module listing as an HTML page. `actions` are all existing actions, including this one. */
export const help = (actions: () => readonly ActionModule[]) => {
  const trees = new Map<string, ModuleTree>()
  return actionModule({
    name: 'help',
    prefix: '',
    classname: 'ApiHelp',
    summary: 'Show help for modules and their parameters as an HTML page.',
    readRights: false,
    ofSite: true,
    helpUrls: ['Main_page', 'FAQ', 'Quick_start_guide'].map(helpPage),
    help: {
      examples: [
        ['action=help', 'main'],
        ['action=help&modules=query&submodules=1', 'submodules'],
        ['action=help&recursivesubmodules=1', 'recursive'],
        ['action=help&modules=help', 'help'],
        ['action=help&modules=query%2Binfo|query%2Bcategorymembers', 'query'],
      ],
      params: {
        modules: { words: 'Modules to show, by path, for example query+allpages.' },
        submodules: { words: 'Include the submodules of the modules.' },
        recursivesubmodules: { words: 'Include submodules recursively.' },
        wrap: { words: 'Wrap the page in an ordinary response of the requested format.' },
        toc: { words: 'Include a table of contents.' },
      },
    },
    result: { 'help?': { mime: 'string', filename: 'string', help: 'string' } },
    params: {
      modules: string({ multi: true, default: 'main' }),
      submodules: boolean(),
      recursivesubmodules: boolean(),
      wrap: boolean(),
      toc: boolean(),
    },

    async run(run, args) {
      const { site, messages } = run.wiki
      const settings = listedSettings(run.wiki)
      const key = settingsKey(settings)
      const tree = trees.get(key) ?? new ModuleTree(actions(), queryModules, settings)
      trees.set(key, tree)
      const nodes = args.modules.map(path => tree.find(path))
      const text = new HelpText('html', await wordingOf(messages, run.language), site)
      const direction = wikiLanguage(run.language)?.dir ?? 'ltr'
      const contents = { submodules: args.submodules, recursive: args.recursivesubmodules, toc: args.toc }
      const reader = { tree, text, site }
      const page = helpDocument(nodes, contents, reader, {
        name: site.name,
        face: run.wiki.services.face.current,
        language: run.language,
        direction,
      })
      if (args.wrap) return { help: { mime: 'text/html', filename: 'api-help.html', help: page } }
      run.rawAnswer = { type: 'text/html; charset=utf-8', body: page }
      return {}
    },
  })
}

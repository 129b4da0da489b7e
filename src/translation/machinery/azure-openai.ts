import { completeChat } from './chat-completions.ts'
import { MANNER } from './llm.ts'
import { type TranslationService, withoutSlash } from './service.ts'

const API_VERSION = '2024-10-21'

export const azureOpenAi: TranslationService = {
  name: 'azure-openai',
  label: 'Azure OpenAI',
  quality: 85,
  settings: {
    key: { kind: 'text', about: 'API key.', secret: true },
    azure_endpoint: {
      kind: 'address',
      about: 'Endpoint of the resource, for example https://my-instance.openai.azure.com.',
    },
    deployment: { kind: 'text', about: 'Name of the model deployment.' },
    ...MANNER,
  },
  translate(texts, languages, settings, ask) {
    const { key, azure_endpoint, deployment } = settings
    const address = `${withoutSlash(azure_endpoint!)}/openai/deployments/${encodeURIComponent(deployment!)}/chat/completions?api-version=${API_VERSION}`
    return completeChat(address, { 'api-key': key! }, null, texts, languages, settings, ask)
  },
}

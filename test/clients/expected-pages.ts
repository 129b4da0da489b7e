// Expected content of the wiki of the recorded responses.
export const MARS = {
  categories: ['Категория:Планеты', 'Категория:Страницы с карточкой'],
  templates: ['Шаблон:Карточка'],
  links: ['Деймос', 'Древний Египет', 'Планета', 'Солнце', 'Фобос'],
  addresses: ['https://nasa.example/mars', 'https://mars.example.org/?q=1&w=2'],
  redirects: [
    'Перенапр',
    'Красная планета',
    'История Марса',
    'Спутники Марса',
    'Mars',
    "Участник:O'Brien/Р",
    'Редирект с шаблоном',
  ],
  begins: "{{Карточка|имя=Марс|тип=Планета}}\n'''Марс''' — четвёртая",
  revisions: 22,
} as const

export const PLANETS = {
  pages: ['Земля', 'Марс', 'Луна', 'Плутон', 'Спутники Марса'],
  subcats: ['Категория:Газовые гиганты', 'Категория:Карликовые планеты'],
  files: ['Файл:Corpus red.png'],
} as const
export const ALL_PLANETS = [...PLANETS.pages, ...PLANETS.subcats, ...PLANETS.files]

export const WITH_CARD = [
  'Заглавная страница',
  'Марс',
  'Земля',
  'Юпитер',
  'Сатурн',
  'Много шаблонов',
  'Импортированная',
  'Редирект с шаблоном',
]
export const SUBPAGES = ['00', '01', '02', '03', '03а', '04', '05', '06', '07'].map(name => `Планета/${name}`)
export const WITH_RED_FILE = [
  'Луна',
  'Плутон',
  'English page',
  'Галерея',
  'Ссылки',
  'Редирект с шаблоном',
  'Файл:Ярлык.png',
  'Через ярлык',
]

export const COUNTS = {
  /** Pages of the main namespace, with and without redirects. */
  pages: 91,
  articles: 66,
  log: 352,
  changes: 445,
  /** Edits visible to an administrator. */
  byAlice: 80,
  redFileBytes: 21986,
} as const

// Words that many languages write as English does: names of technologies, formats, units and products, loan words of
// computing, and languages' names for themselves. A string made of such words only may well stay as it is.

const TECHNOLOGY = `
ada admin agpl ajax alpha amd android angular ansi anthropic apache api apk app applet apps arm ascii asn async aws
azure backend baidu bash beta bios bit bitbucket bitcoin bits blog bluetooth boolean bootloader bot bug bugzilla byte
bytes cdn celery chat chip chrome chromium clang cli cloud cmake cmd codeberg codec cookies cors cpu crc cron css csv
ctrl cups cvs daemon ddos debian deepl demo dhcp discord django dll dns docbook docker dom dpi dvd ebook eclipse emacs
email emoji ethernet excel exif facebook faq fax fedora firefox firewall firmware flickr forgejo format freebsd
frontend ftp gerrit gettext ghz gif gigabyte gimp git gitea github gitlab glosbe gmail gmt gnome gnu google gpg gpl
gps gpu gravatar grep gtk gui gzip hardware hashtag hdmi hostname href html http https icq imap img inkscape inode
instagram intel internet intranet ios ipad iphone irc iso jabber java javascript jpeg jpg json kbps kde keycloak
kilobyte kilobytes kubernetes lan laptop latex latin ldap lgpl libreoffice libretranslate linkedin linux localhost
logo lua mac macintosh macos mailman makefile mariadb markdown mastodon mebibyte mediawiki megabyte menu mercurial
meta metadata mhz microsoft midi mime mistral modem modernmt mozilla mpeg mumble mutex mymemory mysql nextcloud nginx
node oauth offline oidc ollama online openai openapi openid opensuse oss outlook pagure paypal pdf perl php phpmyadmin
ping pixel pixels plasma playlist plugin plugins png portal postgresql postscript powerpc printf proxy python qt quark
radio raid ram readme reddit redis regex regexp roaming router rpm rss rsync ruby runtime rust samba saml sans scala
sdk sentry server sim skype slideshow smtp software solaris spam sphinx sql sqlite ssd ssh ssl standard status stereo
subversion sudo suse svg svn swift symbian syslog tablet tar tcp telegram telnet terabyte tex thunderbird tiff
timestamp tls torrent totp trojan twitter ubuntu udp uid unicode unix uri url usb usenet utf uuid uxga vcard vga vhs
video vim vnc voip vpn wav web webassembly webauthn webcam webdav webextension webhook webhooks webkit weblate webmail
webmaster webp website wget whatsapp widget wifi wiki wikidata wikipedia windows wlan wmv wordpress www xbox xfce
xhtml xml xmpp yahoo yaml yandex youtube zip zoom
`

const UNITS = `
bps cent cmyk db deg dpi euro fps gbit gbps gib gigabit hertz hex hsl hsv joule kbit kelvin kib kilo kilogram
kilometer lumen lux mbit mbps meter mib mibps micro milli mol mph nano newton ohm pascal percent pixel ppm rgb rgba
rpm tera tib volt watt yuv
`

// Spelt alike in English and in several of its neighbours.
const LOAN_WORDS = `
action agenda alarm album algebra alias alpha analog animal arcade archive area arena arsenal artist asterisk atlas
atom audio aura auto avatar ballet bar barometer baseball baseline biathlon bingo bonus box boxer browser budget
buffer bus cache cafe camera campus canal cancer capital captcha carbon cartoon casino central centrum champion
changelog chaos checksum chef client club cluster cockpit cocktail code collage combo comic comma compiler computer
contact container control copyright corpus credit crossfit curry cursor cyan dashboard data delta demo design desktop
detail diagram dialog digest digital director document dollar domino drama editor ego element emulator engine ensemble
epsilon era error essay euro event expert export extra factor fan farm feature feedback fiasco film filter final
finale fitness folklore font format formula forum fragment gamepad gamma garage gas gateway general genius genre
geometry ghetto global golf gps graffiti graph guru hacker halo handicap hardware harmonica hash header hobby homepage
horizon horizontal host hosting hotel icon idea ideal image import index info inspector installation integer interface
intern internet interval item java jazz job joker journal joystick judo jungle junior karaoke kebab kernel ketchup
kiosk kiwi label lambda laser latte layout legal lemma level limit limousine link lobby local login logo lotto macro
magenta mail mailbox malware manager manga mango mantra manual marathon marker marketing mascot mask master match
matrix maximum media medium mentor menu message meteor metro micro mile mini minimum minus mixer mobile mode model
modem modern modul module moment monitor motel motor multiplayer museum musical name national navigation neon neutral
ninja nominal normal notebook omega omnibus opera operator optimal optimum option orange orchestra original output
page panda panel panorama parameter park parking parser partner party passive password pasta patch pause pedal penalty
pension pepperoni phishing photo pi piano picnic pizza plan planet plasma plus podcast point poker polo pop port
portrait position poster premium presenter prestige prince prisma problem processor profil profile program promotion
provider puma puzzle pyramid quartz quiz quota radar radius ranking ratio reggae region regional register regular
release reporter reset restaurant revision ritual robot rock router routine rugby safari salsa sample sandbox sandwich
satan sauna scanner scenario scooter scout script section sector segment semester senior sensor serial service session
set shampoo shop show sigma signal silo simulator single site skateboard ski slalom slogan smog snack snapshot
snowboard solo source souvenir spa spaghetti spider spoiler sponsor sport spray sprint squash stadion standard start
station statistic status steak stop stress studio super support surfing sushi sweater symbol symposium synonym system table
tag tags talent tango tarot taxi team teaser telefon tempo tennis terminal terror test testament tests text thread
thriller ticket timer title toast toilet token tolerant toner tool toolbar tornado total totem tour tourist tractor
trailer trainer transfer transit transport trauma trend trial trick trigger trio trolley tsunami tuning tunnel turbo
tutor type ultimatum union unit update upload urban variant vector ventil version vertical veto viking villa virus
visa vitamin volleyball volume walkman wallpaper watt whisky workshop workstation xenon yoga yogurt yuppie zebra zen
zombie zone
`

const LANGUAGES = `
afrikaans azərbaycan bahasa bosanski brezhoneg català čeština cymraeg dansk deutsch eesti ελληνικά english español
esperanto euskara français frysk furlan gaeilge galego hausa hrvatski igbo indonesia interlingua íslenska italiano
kiswahili kurdî latina latviešu lietuvių lojban magyar malagasy malti melayu nederlands norsk nynorsk bokmål occitan
o‘zbek polski português română rumantsch shqip slovenčina slovenščina soomaali suomi svenska tagalog türkçe tiếng
việt volapük yorùbá беларуская български қазақ кыргызча македонски монгол русский српски тоҷикӣ українська հայերեն
עברית العربية فارسی اردو ქართული हिन्दी বাংলা ਪੰਜਾਬੀ ગુજરાતી தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල ไทย ລາວ မြန်မာ ខ្មែរ
አማርኛ 한국어 日本語 中文
`

// Months, as English and most of its neighbours shorten them. The verb "may" is missing on purpose.
const MONTHS = 'jan feb mar apr jun jul aug sep sept oct nov dec'

export const UNCHANGED_WORDS: ReadonlySet<string> = new Set(
  [TECHNOLOGY, UNITS, LOAN_WORDS, LANGUAGES, MONTHS].flatMap(group => group.trim().split(/\s+/)),
)

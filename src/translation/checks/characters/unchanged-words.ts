// Words that many languages write as English does: names of technologies, formats, units and products, loan words of
// computing, and languages' names for themselves. A string made of such words only may well stay as it is.

const TECHNOLOGY = `
ada admin agpl ajax alpha amd android angular ansi apache api apk app applet apps arm ascii asn async aws azure
backend bash beta bios bit bitcoin bits blog bluetooth boolean bootloader bot bug bugzilla byte bytes cdn chat chip
chrome chromium clang cli cloud cmake codec cookies cors cpu crc cron css csv ctrl cups cvs daemon ddos debian demo
dhcp discord django dll dns docbook docker dom dpi dvd ebook eclipse emacs email emoji ethernet excel exif facebook
faq fax fedora firefox firewall firmware flickr format freebsd frontend ftp gettext ghz gif gigabyte gimp git github
gitea gitlab gmail gmt gnome gnu google gpg gpl gps gpu gravatar grep gtk gui gzip hardware hashtag hdmi hostname href
html http https icq imap img inkscape inode instagram intel internet intranet ios ipad iphone irc iso jabber java
javascript jpeg jpg json kbps kde kilobyte kilobytes laptop latex latin lan ldap lgpl linux linkedin localhost logo
lua mac macintosh macos mailman makefile mariadb markdown mastodon mebibyte mediawiki megabyte menu mercurial meta
metadata mhz microsoft midi mime modem mozilla mpeg mumble mutex mysql nginx node oauth offline online oss outlook
paypal pdf perl php phpmyadmin ping pixel pixels plasma playlist plugin plugins png portal postgresql postscript
printf proxy python quark qt radio ram raid readme reddit redis regex regexp roaming router rpm rss rsync ruby runtime
rust samba sans scala sdk server sim skype slideshow smtp software solaris spam sphinx sql sqlite ssd ssh ssl standard
status stereo subversion sudo suse svg svn swift symbian syslog tablet tar tcp telegram telnet terabyte tex
thunderbird tiff timestamp tls torrent trojan twitter ubuntu udp uid unicode unix uri url usb usenet utf uuid uxga
vcard vga vhs video vim vnc voip vpn wav web webcam webdav weblate webkit webmail webmaster webp website wget whatsapp
widget wifi wiki wikidata wikipedia windows wlan wmv wordpress www xbox xfce xhtml xml xmpp yahoo yaml youtube zip
zoom
`

const UNITS = `
bps cent cmyk db deg dpi euro fps gbit gbps gib gigabit hertz hex hsl hsv joule kbit kelvin kib kilo kilogram
kilometer lumen lux mbit mbps meter mib mibps micro milli mol mph nano newton ohm pascal percent pixel ppm rgb rgba
rpm tera tib volt watt yuv
`

const LOAN_WORDS = `
album algebra audio auto avatar baseball cafe casino chef club code contact document film golf graffiti gps hotel info
jazz job judo karaoke ketchup kiosk kiwi logo mango marathon marketing maximum menu metro mini minimum musical name
normal panda parking pasta piano picnic pizza polo radar reggae region rugby safari salsa sauna skateboard ski spa
sport status surfing sushi system taxi tennis text total tsunami tunnel type version vitamin volleyball yoga yogurt
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

export const UNCHANGED_WORDS: ReadonlySet<string> = new Set(
  [TECHNOLOGY, UNITS, LOAN_WORDS, LANGUAGES].flatMap(group => group.trim().split(/\s+/)),
)

// XMP properties to read. Each line gives the group, the form and the
// validation; the name after an equals sign is the one shown.

export type XmpGroup = 'exif' | 'general' | 'deprecated' | 'special'
export type XmpForm = 'one' | 'bag' | 'seq' | 'lang' | 'struct' | 'structs' | 'part'

export interface XmpProperty {
  readonly group: XmpGroup
  readonly form: XmpForm
  /** The kind of validation, and the allowed values or ranges. */
  readonly check: string | undefined
  readonly allowed: readonly string[]
  readonly shown: string
}

const NAMES: Readonly<Record<string, string>> = {
  'http://ns.adobe.com/exif/1.0/': `
exif one rational: ApertureValue BrightnessValue CompressedBitsPerPixel DigitalZoomRatio ExposureBiasValue ExposureIndex ExposureTime FlashEnergy FNumber FocalLength FocalPlaneXResolution FocalPlaneYResolution GPSAltitude GPSDestBearing GPSDestDistance GPSDOP GPSImgDirection GPSSpeed GPSTrack MaxApertureValue ShutterSpeedValue SubjectDistance
exif struct flash: Flash
exif part boolean: Fired Function RedEyeMode
exif part closed 0,1,2,3: Mode
exif part closed 0,2,3: Return
exif seq integer: ISOSpeedRatings SubjectArea SubjectLocation
exif one closed 1,65535: ColorSpace
exif seq closed 1,2,3,4,5,6: ComponentsConfiguration
exif one closed 0,1,2: Contrast
exif one closed 0,1: CustomRendered GPSAltitudeRef GPSDifferential WhiteBalance
exif one date: DateTimeOriginal DateTimeDigitized GPSTimeStamp=GPSDateStamp
exif one: ExifVersion FlashpixVersion GPSAreaInformation GPSMapDatum GPSProcessingMethod GPSSatellites GPSVersionID ImageUniqueID SpectralSensitivity
exif one closed 0..2: ExposureMode Saturation Sharpness
exif one closed 0..8: ExposureProgram
exif one closed 3: FileSource
exif one integer: FocalLengthIn35mmFilm PixelXDimension PixelYDimension
exif one closed 2,3: FocalPlaneResolutionUnit GPSMeasureMode
exif one closed 0..4: GainControl
exif one closed T,M: GPSDestBearingRef GPSImgDirectionRef GPSTrackRef
exif one closed K,M,N: GPSDestDistanceRef GPSSpeedRef
exif one place: GPSDestLatitude GPSDestLongitude GPSLatitude GPSLongitude
exif one closed A,V: GPSStatus
exif one closed 0,1,2,3,4,9,10,11,12,13,14,15,17,18,19,20,21,22,23,24,255: LightSource
exif one closed 0..6,255: MeteringMode
exif one closed 0..3: SceneCaptureType SubjectDistanceRange
exif one closed 1: SceneType
exif one closed 1..5,7,8: SensingMethod
exif lang: UserComment
`,
  'http://ns.adobe.com/tiff/1.0/': `
exif one: Artist Make Model Software
exif seq integer: BitsPerSample
exif one closed 1,6: Compression
exif lang: Copyright ImageDescription
exif one date: DateTime
exif one integer: ImageLength ImageWidth SamplesPerPixel
exif one closed 2,6: PhotometricInterpretation
exif one closed 1,2: PlanerConfiguration YCbCrPositioning
exif seq rational: PrimaryChromaticities ReferenceBlackWhite WhitePoint YCbCrCoefficients
exif one closed 2,3: ResolutionUnit
exif one rational: XResolution YResolution
`,
  'http://ns.adobe.com/exif/1.0/aux/': `
exif one: Lens SerialNumber OwnerName=CameraOwnerName
`,
  'http://purl.org/dc/elements/1.1/': `
general lang: title=ObjectName description=ImageDescription rights=Copyright
general bag: contributor=dc-contributor publisher=dc-publisher relation=dc-relation subject=Keywords type=dc-type
general one: coverage=dc-coverage source=dc-source
general seq: creator=Artist
general seq date: date=dc-date
deprecated one: identifier=Identifier
general bag language: language=LanguageCode
`,
  'http://ns.adobe.com/xap/1.0/': `
general one date: CreateDate=DateTimeDigitized ModifyDate=DateTime MetadataDate=DateTimeMetadata
general one: CreatorTool=Software Label Nickname
general bag: Identifier
general one rating: Rating
`,
  'http://ns.adobe.com/xap/1.0/rights/': `
general one: Certificate=RightsCertificate WebStatement
general one boolean: Marked=Copyrighted
general bag: Owner=CopyrightOwner
general lang: UsageTerms
`,
  'http://ns.adobe.com/xap/1.0/mm/': `
general one: OriginalDocumentID
`,
  'http://creativecommons.org/ns#': `
general one: license=LicenseUrl morePermissions=MorePermissionsUrl attributionURL=AttributionUrl attributionName=PreferredAttributionName
`,
  'http://ns.adobe.com/xmp/note/': `
special one: HasExtendedXMP
`,
  'http://ns.adobe.com/photoshop/1.0/': `
deprecated one: City=CityDest Country=CountryDest State=ProvinceOrStateDest
deprecated one date: DateCreated=DateTimeOriginal
general one: CaptionWriter=Writer Instructions=SpecialInstructions TransmissionReference=OriginalTransmissionRef Credit Source Urgency Category=iimCategory Headline
special one: AuthorsPosition
general bag: SupplementalCategories=iimSupplementalCategory
`,
  'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/': `
deprecated one: CountryCode=CountryCodeDest Location=SublocationDest
general one: IntellectualGenre
general bag integer: Scene=SceneCode SubjectCode=SubjectNewsCode
general struct: CreatorContactInfo=Contact
general part: CiAdrExtadr CiAdrCity CiAdrCtry CiEmailWork CiTelWork CiAdrPcode CiAdrRegion CiUrlWork
`,
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': `
general one: Event
general bag: OrganisationInImageName=OrganisationInImage PersonInImage
general one integer: MaxAvailHeight=OriginalImageHeight MaxAvailWidth=OriginalImageWidth
special structs: LocationShown LocationCreated
special part: WorldRegion CountryCode CountryName=Country ProvinceState=ProvinceOrState City Sublocation
`,
  'http://ns.google.com/photos/1.0/panorama/': `
general one boolean: UsePanoramaViewer ExposureLockUsed
general one: CaptureSoftware StitchingSoftware
general one closed equirectangular: ProjectionType
general one real 0..360: PoseHeadingDegrees InitialHorizontalFOVDegrees InitialVerticalFOVDegrees
general one real -90..90: PosePitchDegrees
general one real -180..180: PoseRollDegrees
general one integer: InitialViewHeadingDegrees InitialViewRollDegrees SourcePhotosCount CroppedAreaImageWidthPixels CroppedAreaImageHeightPixels FullPanoWidthPixels FullPanoHeightPixels CroppedAreaLeftPixels CroppedAreaTopPixels
general one date: FirstPhotoDate LastPhotoDate
general one real -1..1: InitialCameraDolly
`,
}

const PROPERTIES = new Map(
  Object.entries(NAMES).flatMap(([namespace, lines]) =>
    lines
      .trim()
      .split('\n')
      .flatMap(line => propertiesOf(namespace, line)),
  ),
)

function propertiesOf(namespace: string, line: string): (readonly [string, XmpProperty])[] {
  const [head, names] = line.split(': ') as [string, string]
  const [group, form, check, allowed] = head.split(' ')
  return names.split(' ').map(each => {
    const [name, shown = name] = each.split('=') as [string, string?]
    const facts = { group: group as XmpGroup, form: form as XmpForm, check, allowed: allowed?.split(',') ?? [] }
    return [`${namespace} ${name}`, { ...facts, shown }] as const
  })
}

/** The definition of a property; undefined for those that are ignored. */
export const xmpProperty = (namespace: string, name: string): XmpProperty | undefined =>
  PROPERTIES.get(`${namespace} ${name}`)

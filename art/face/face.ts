import {
  type Colour,
  type HairTone,
  hairOf,
  inkOf,
  lidInk,
  lightnessOf,
  lineOn,
  panFor,
  pansFor,
  type Skin,
  skinOf,
  tint,
} from '#art/palette.ts'
import {
  beard,
  earOutline,
  freckles,
  gems,
  type Look,
  lines,
  mouth,
  moustache,
  nose,
  patches,
  twice,
  wear,
} from './features.ts'
import { type FacePaint, paintOver, paintUnder } from './paint.ts'
import { sceneOf, type Scene } from './scene.ts'
import { hash, streamOf } from '#art/seed.ts'
import { type HairStyle, dress, isCloth } from '#art/hair/hairstyles.ts'
import {
  type Base,
  blur,
  type Boxes,
  clip,
  d,
  dot,
  type Frame,
  group,
  line,
  litGround,
  type Name,
  oval,
  picture,
  shape,
} from '#art/svg.ts'

export type FaceOptions = Base & {
  skin: Skin
  style: HairStyle
  /** Hair tone, or the colour of the cloth for a hijab, headwrap or turban. */
  hair: HairTone | Colour
  background: Colour
  lid?: Colour
  lip?: Colour
  top?: Colour
  neckline?: 'boat' | 'vee' | 'crew' | 'straps' | 'blazer' | 'collar'
  eyes?: 'closed' | 'open' | 'smiling'
  /** Single-crease, no-crease and deep-set lids. */
  lidShape?: 'crease' | 'mono' | 'hooded'
  mouth?: 'rest' | 'smile' | 'grin'
  build?: 'oval' | 'round' | 'heart' | 'square' | 'long'
  nose?: 'narrow' | 'medium' | 'broad'
  lips?: 'fine' | 'medium' | 'full'
  brow?: 'soft' | 'full' | 'arched'
  beard?: 'none' | 'stubble' | 'short' | 'full'
  earrings?: 'none' | 'hoops' | 'studs' | 'drops' | 'jhumka'
  necklace?: boolean
  glasses?: 'none' | 'round' | 'cat'
  flowers?: Colour
  freckles?: boolean
  vitiligo?: boolean
  mature?: boolean
  bindi?: boolean
  /** Small hearing aid behind the ear. */
  hearingAid?: boolean
  /** Bolder make-up for stage and page: wing, gems. */
  editorial?: boolean
  metal?: Colour
  /** No make-up: no liner, no colour on the lids. */
  bare?: boolean
  /** Face paint for Halloween. It covers half of the face, so that the other half shows what it is painted on. */
  paint?: FacePaint
  /** Cropped close, for pictures shown at 48 px. */
  close?: boolean
}

const builds = {
  oval: { w: 73, jaw: 58, point: 20, chin: 282 },
  round: { w: 77, jaw: 67, point: 26, chin: 277 },
  heart: { w: 76, jaw: 54, point: 15, chin: 283 },
  square: { w: 75, jaw: 68, point: 32, chin: 282 },
  long: { w: 70, jaw: 57, point: 21, chin: 290 },
}

const highStyles: readonly HairStyle[] = ['puff', 'braids-up', 'top-bun', 'headwrap', 'turban']

// Visible box (left, top, width, height) of a head with its hair, by distance.
const views = {
  close: {
    low: { square: [52, 54, 296, 296], wide: [18, 62, 364, 273], tall: [70, 42, 260, 325] },
    high: { square: [34, 6, 332, 332], wide: [-16, 20, 432, 324], tall: [56, 6, 288, 360] },
  },
  bust: {
    low: { square: [16, 26, 368, 368], wide: [-14, 36, 428, 321], tall: [44, 8, 312, 390] },
    high: { square: [-2, -8, 404, 404], wide: [-42, 4, 484, 363], tall: [34, -18, 332, 415] },
  },
  far: {
    low: { square: [-16, 0, 432, 432], wide: [-56, 20, 512, 384], tall: [20, -26, 360, 450] },
    high: { square: [-30, -30, 460, 460], wide: [-80, -10, 560, 420], tall: [14, -40, 372, 465] },
  },
} as const satisfies Record<Scene['near'], Record<'low' | 'high', Record<Frame, readonly number[]>>>

function boxesOf(high: boolean, near: Scene['near'], aside: number): Boxes {
  const view: Record<Frame, readonly number[]> = views[near][high ? 'high' : 'low']
  const box = (frame: Frame, share: number) => {
    const [x = 0, y = 0, width = 0, height = 0] = view[frame]
    return d`${x - Math.max(-94 - x, Math.min(x + 94, aside * share * width))} ${y} ${width} ${height}`
  }
  return { square: box('square', 0.5), wide: box('wide', 1), tall: box('tall', 0.35) }
}

/** Renders a portrait from the front with make-up, hair or cloth, accessories and composition. */
export function face(options: FaceOptions): string {
  const high = highStyles.includes(options.style)
  const scene = options.scene === undefined ? undefined : sceneOf(options.scene)
  const near = scene?.near ?? (options.close ? 'close' : 'bust')
  return picture(options, 'face', boxesOf(high, near, scene?.aside ?? 0), (id) => {
    const ground = panFor(options.skin, options.background)
    const behind = scene?.behind(accentBeside(options, ground), tint(ground, 0.045)) ?? ''
    const person = bust(options, id)
    return `${litGround(id('h'), ground, tint(ground, 0.045), 120, 110, 300)}${behind}${scene?.lean ? group(person, d`transform="rotate(${scene.lean} 200 330)"`) : person}`
  })
}

// Returns a second background on which skin, hair and clothes stand out; if there is none, the first one slightly
// changed.
function accentBeside({ skin, hair, style, seed, top }: FaceOptions, ground: string): string {
  const fits = pansFor(skin, isCloth(style) ? inkOf(hair as Colour) : hairOf(hair))
    .map((pan) => inkOf(pan))
    .filter((pan) => pan !== ground && Math.abs(lightnessOf(pan) - lightnessOf(inkOf(top ?? 'petrol'))) >= 0.08)
  const own = fits[hash(`accent ${seed}`) % Math.max(1, fits.length)]
  const lighter = lightnessOf(ground) >= lightnessOf(skinOf(skin))
  return own ?? tint(ground, lighter ? 0.05 : -0.05)
}

/** Renders the person alone, for use in another drawing. */
export function bust(o: FaceOptions, id: Name): string {
  const stream = streamOf(`face ${o.seed}`)
  const skin = skinOf(o.skin)
  const deep = lightnessOf(skin) < 0.36
  const cloth = isCloth(o.style)
  const behind = panFor(o.skin, o.background)
  const own = hairOf(o.hair)
  const hair =
    cloth && Math.abs(lightnessOf(own) - lightnessOf(behind)) < 0.1
      ? tint(own, lightnessOf(own) > 0.6 ? -0.3 : 0.24)
      : own
  const look: Look = {
    skin,
    hair,
    id,
    shade: tint(skin, deep ? -0.055 : -0.075, 0.01),
    dark: tint(skin, deep ? -0.11 : -0.19, 0.02),
    light: tint(skin, deep ? 0.085 : 0.05, 0.004),
    brow: cloth ? (o.skin > 7 ? '#4a3125' : '#1b1315') : browOf(hair),
    edge: lineOn(o.skin),
    lid:
      (o.eyes ?? 'closed') === 'closed' && !o.bare ? lidInk(inkOf(o.lid ?? 'bronze'), skin) : inkOf(o.lid ?? 'bronze'),
    lip: inkOf(o.lip ?? 'rosewood'),
    metal: inkOf(o.metal ?? 'gold'),
  }
  const { w, jaw, point, chin } = builds[o.build ?? 'oval']
  const outline = d`M${-w} 160C${-w} 100${-w * 0.62} 70 0 70S${w} 100 ${w} 160C${w} 196 ${jaw + 6} 228 ${jaw - 7} 248C${jaw - 20} 268 ${point + 6} ${chin} 0 ${chin}C${-point - 6} ${chin}${-jaw + 20} 268${-jaw + 7} 248C${-jaw - 6} 228${-w} 196${-w} 160Z`
  const { back, front, ears } = dress(o.style, hair, stream, id)
  const defs = `<defs>${blur(id('b1'), 5)}${blur(id('b2'), 9)}${blur(id('b3'), 16)}${clip(id('f'), outline)}</defs>`
  const lit = lightFace(o, look, chin)
  const marks =
    (o.vitiligo ? patches(skin) : '') +
    (o.freckles ? freckles(stream, look.dark) : '') +
    (o.mature ? lines(look.dark) : '')
  return (
    `${defs}<g transform="translate(200 34) scale(.97)">${back}${body(o, look)}${ears ? twice(ear(look)) : ''}` +
    shape(outline, skin) +
    group(
      lit + marks + beard(o, look, stream) + (o.paint ? paintUnder(o.paint, look) : ''),
      `clip-path="url(#${id('f')})"`,
    ) +
    twice(eye(o, look)) +
    glints(o) +
    (o.beard === 'short' || o.beard === 'full' ? '' : line(jawOf(w, jaw, point, chin), look.edge, 2.4)) +
    nose(o, look) +
    (o.beard === 'short' || o.beard === 'full' ? moustache(look) : '') +
    mouth(o, look) +
    (o.paint ? paintOver(o.paint) : '') +
    (o.bindi ? dot(0, 140, 3.6, '#a31d2b') : '') +
    (o.editorial ? gems(look) : '') +
    front +
    wear(o, look, ears) +
    '</g>'
  )
}

// From below the ears to the chin. Where face and neck have one colour, only this line separates them.
const jawOf = (w: number, jaw: number, point: number, chin: number) =>
  d`M${w - 7} 214C${jaw + 1} 232 ${jaw - 3} 240 ${jaw - 8} 248C${jaw - 20} 267 ${point + 6} ${chin - 1} 0 ${chin - 1}C${-point - 6} ${chin - 1} ${-jaw + 20} 267 ${-jaw + 8} 248C${-jaw + 3} 240 ${-jaw - 1} 232 ${-w + 7} 214`

function browOf(hair: string): string {
  const l = lightnessOf(hair)
  return l > 0.72 ? '#8d8079' : l > 0.5 ? tint(hair, -0.2) : tint(hair, -0.03)
}

function body(o: FaceOptions, { skin, shade, id, metal }: Look): string {
  const behind = panFor(o.skin, o.background)
  const wanted = inkOf(o.top ?? 'petrol')
  const top =
    Math.abs(lightnessOf(wanted) - lightnessOf(behind)) < 0.08
      ? tint(wanted, lightnessOf(wanted) > 0.6 ? -0.24 : 0.2)
      : wanted
  const edge = tint(top, lightnessOf(top) > 0.8 ? -0.08 : 0.09)
  const neck =
    'M-37 232C-36 288-42 306-74 320C-126 338-194 348-216 440H216C194 348 126 338 74 320C42 306 36 288 37 232Z'
  const cut = {
    boat: ['M-158 342Q0 388 158 342Q206 360 222 450H-222Q-206 360-158 342Z', 'M-158 342Q0 388 158 342'],
    vee: [
      'M-84 316C-60 340-30 372 0 404C30 372 60 340 84 316C130 334 204 344 224 450H-224C-204 344-130 334-84 316Z',
      'M-84 316C-60 340-30 372 0 404C30 372 60 340 84 316',
    ],
    crew: [
      'M-66 314Q-40 346 0 348Q40 346 66 314C124 332 204 342 224 450H-224C-204 342-124 332-66 314Z',
      'M-66 314Q-40 346 0 348Q40 346 66 314',
    ],
    straps: ['M-118 330L-104 327L-84 384Q0 396 84 384L104 327L118 330L130 450H-130Z', 'M-84 384Q0 396 84 384'],
    blazer: [
      'M-78 314C-50 350-24 380-6 420L0 450L6 420C24 380 50 350 78 314C130 332 210 340 228 450H-228C-210 340-130 332-78 314Z',
      'M-78 314C-66 350-40 390-6 420M78 314C66 350 40 390 6 420M-78 314L-112 352L-84 362M78 314L112 352L84 362',
    ],
    collar: [
      'M-70 308C-50 340-24 352 0 356C24 352 50 340 70 308C126 330 206 342 226 450H-226C-206 342-126 330-70 308Z',
      'M-70 308L-62 356L0 358L62 356L70 308M0 358V440',
    ],
  }[isCloth(o.style) && o.style.startsWith('hijab') ? 'crew' : (o.neckline ?? 'boat')] as [string, string]
  const under = o.neckline === 'blazer' ? shape('M-40 350Q0 372 40 350L30 450H-30Z', tint(top, 0.24, -0.04)) : ''
  return (
    shape(neck, skin) +
    shape('M-44 244C-40 296-14 306 6 304C34 300 40 272 40 240Z', shade, `filter="url(#${id('b1')})"`) +
    line('M-60 344C-36 352-18 354-8 350M60 344C36 352 18 354 8 350', shade, 4, 'opacity=".8"') +
    under +
    (o.necklace ? line('M-44 312Q-30 362 0 368Q30 362 44 312', metal, 2.6) + dot(0, 371, 6, metal) : '') +
    shape(cut[0], top) +
    line(cut[1], edge, 3.4)
  )
}

const ear = ({ skin, edge }: Look) => shape(earOutline, skin) + line('M75 172C84 170 86 184 79 196', edge, 2.4)

function lightFace(o: FaceOptions, { skin, shade, light, id }: Look, chin: number): string {
  const warm = tint(skin, o.skin < 4 ? 0.02 : o.skin > 8 ? -0.075 : -0.04, 0.065, -14)
  const soft = `filter="url(#${id('b2')})"`
  return (
    shape(d`M84 90C92 170 74 256 0 ${chin + 8}L90 300Z`, shade, `filter="url(#${id('b3')})"`) +
    shape('M-90 60H90V112Q0 84-90 112Z', shade, `opacity=".7" ${soft}`) +
    oval(-14, 126, 34, 15, light, soft) +
    [-46, 46].map((x) => oval(x, 206, 24, 13, warm, `opacity="${o.bare ? '.28' : '.55'}" ${soft}`)).join('') +
    oval(-50, 192, 14, 7, light, `opacity=".8" ${soft}`) +
    oval(44, 193, 12, 6, light, `opacity=".6" ${soft}`) +
    oval(-4, 268, 14, 7, light, `opacity=".7" ${soft}`)
  )
}

function eye(o: FaceOptions, look: Look): string {
  const { lid, edge, brow, shade, id } = look
  const eyes = o.eyes ?? 'closed'
  const hooded = o.lidShape === 'hooded',
    mono = o.lidShape === 'mono'
  const bare = o.bare ?? false
  const glow = bare
    ? ''
    : oval(38, 160, 28, mono ? 15 : 17, lid, `opacity="${o.mature ? '.45' : '.62'}" filter="url(#${id('b1')})"`)
  const path = {
    soft: 'M14 141C28 131 50 127 68 137C52 133 32 137 16 147Z',
    full: 'M12 142C24 128 50 122 70 134C54 132 32 136 15 150Z',
    arched: 'M13 144C26 132 46 120 70 136C52 127 34 136 16 150Z',
  }[o.brow ?? 'full']
  const brows = group(
    shape(path, brow) +
      line(
        'M17 146l4-7M24 143l6-7M32 140l7-6M40 137l8-5M48 135l8-3M56 134l8-1M20 149l7-8M30 143l8-7M44 138l9-4',
        tint(brow, lightnessOf(look.skin) < 0.4 ? 0.16 : 0.09),
        0.8,
        'opacity=".8"',
      ),
    `opacity=".95" transform="translate(0 ${eyes === 'closed' ? 0 : -4})rotate(${eyes === 'closed' ? 4 : 8} 14 142)"`,
  )
  if (eyes === 'closed') {
    return (
      glow +
      shape('M14 172C22 152 52 150 62 168C50 183 26 184 14 172Z', bare ? tint(look.skin, 0.03) : lid) +
      line(bare ? '' : 'M24 165Q38 156 52 162', tint(lid, 0.16), 5, `opacity=".8" filter="url(#${id('b1')})"`) +
      (mono
        ? ''
        : line(hooded ? 'M14 162C26 150 48 150 62 164' : 'M15 164C25 150 50 148 62 164', edge, 1.8, 'opacity=".8"')) +
      line(bare ? 'M14 172C25 185 50 184 62 169' : 'M13 171C24 187 50 185 66 165', '#150d10', bare ? 3 : 4.2) +
      line(
        bare
          ? 'M26 180l-1 3M36 182v3M46 180l2 3M54 176l3 3'
          : 'M22 178l-3 6M30 181l-1 7M39 182l1 7M47 181l4 7M55 177l6 6M61 172l7 4',
        '#150d10',
        bare ? 1.6 : 2.2,
      ) +
      brows
    )
  }
  const smiling = eyes === 'smiling'
  const white = smiling
    ? 'M15 173C23 159 50 157 61 169C50 178 27 180 15 173Z'
    : mono
      ? 'M15 173C24 161 50 158 62 168C51 179 26 181 15 173Z'
      : 'M15 172C23 155 51 153 61 168C51 182 25 184 15 172Z'
  const upper = smiling
    ? 'M14 174C22 158 51 155 62 169'
    : mono
      ? 'M14 173C24 160 50 156 63 168'
      : 'M14 172C22 154 51 151 62 168'
  const iris = irisOf(o)
  return (
    glow +
    shape(
      bare
        ? ''
        : mono
          ? 'M15 171C22 150 52 146 64 166C50 156 26 158 15 171Z'
          : 'M15 170C20 143 54 140 65 164C52 152 26 154 15 170Z',
      lid,
      'opacity=".95"',
    ) +
    clip(id('w'), white) +
    shape(white, '#f7f0e9') +
    group(
      dot(38, smiling ? 166 : 167, 10.4, iris) +
        dot(38, smiling ? 166 : 167, 4.8, '#100a0b') +
        line('M12 166C22 152 52 150 64 164', '#0008', 5),
      `clip-path="url(#${id('w')})"`,
    ) +
    line(upper + (o.mature || bare ? '' : 'L69 161'), '#150d10', bare ? 2.6 : o.mature ? 3.4 : 4.2) +
    line(bare ? '' : 'M46 156l3-5M53 159l5-5M59 163l6-4', '#150d10', 2) +
    line(smiling ? 'M20 177C32 183 50 181 60 172' : 'M20 177C32 185 50 183 60 171', edge, 1.5, 'opacity=".75"') +
    line(smiling ? 'M26 187Q40 191 52 185' : '', shade, 2.4, 'opacity=".6"') +
    (mono
      ? ''
      : line(hooded ? 'M13 160C26 147 52 148 66 164' : 'M15 162C23 145 53 142 65 160', edge, 2, 'opacity=".8"')) +
    brows
  )
}

function irisOf(o: FaceOptions): string {
  if (o.skin < 7) return '#3b2016'
  const list = ['#4a2c1c', '#5b3a20', '#4d6b52', '#4f7391', '#6b4a24']
  return list[streamOf(`iris ${o.seed}`).whole(0, o.skin > 8 ? 4 : 2)] as string
}

const glints = (o: FaceOptions) =>
  (o.eyes ?? 'closed') === 'closed' ? '' : dot(42, 163, 2.7, '#fff') + dot(-34, 163, 2.7, '#fff')

import { tint } from '#art/palette.ts'
import { line, shape } from '#art/svg.ts'

type Cloth = 'hijab' | 'hijab-wrap' | 'headwrap' | 'turban'

const folds = (path: string, cloth: string, light = false) =>
  line(path, tint(cloth, light ? 0.09 : -0.1), light ? 6 : 4.5, 'opacity=".75"')

/** Cloth worn over the hair, drawn behind and in front of the face. */
export const headscarves: Record<Cloth, (cloth: string) => { back: string; front: string; ears?: boolean }> = {
  hijab: (cloth) => ({
    back: shape(
      'M0 28C-92 28-118 112-114 196C-112 280-140 330-172 420H172C140 330 112 280 114 196C118 112 92 28 0 28Z',
      tint(cloth, -0.08),
    ),
    front:
      shape(
        'M0 28C-94 28-118 112-110 200C-104 286-80 334 0 342C80 334 104 286 110 200C118 112 94 28 0 28ZM0 86C46 86 70 120 68 172C66 226 40 272 0 288C-40 272-66 226-68 172C-70 120-46 86 0 86Z',
        cloth,
        'fill-rule="evenodd"',
      ) +
      shape('M-67 184C-72 262-34 306 6 324C54 342 108 348 140 430H-134C-124 348-104 260-67 184Z', cloth) +
      folds(
        'M-52 252C-22 312 50 334 104 392M-80 262C-60 322 0 354 52 412M-94 320C-84 360-60 390-30 420M98 222C96 262 80 292 50 314',
        cloth,
      ) +
      folds('M-92 150C-90 96-46 56 0 54M-90 250C-84 280-76 300-66 316', cloth, true),
    ears: false,
  }),
  'hijab-wrap': (cloth) => ({
    back: shape(
      'M0 24C-96 24-120 110-114 196C-112 260-124 300-140 336H140C124 300 112 260 114 196C120 110 96 24 0 24Z',
      tint(cloth, -0.09),
    ),
    front:
      shape(
        'M0 26C-94 26-118 112-110 204C-104 270-66 320 0 326C66 320 104 270 110 204C118 112 94 26 0 26ZM0 90C46 88 70 122 68 174C66 226 40 272 0 288C-40 272-66 226-68 174C-70 122-46 92 0 90Z',
        cloth,
        'fill-rule="evenodd"',
      ) +
      shape(
        'M-104 232C-70 300 40 306 108 240C116 290 128 318 132 352C80 384-60 388-132 350C-126 310-112 280-104 232Z',
        tint(cloth, 0.03),
      ) +
      folds(
        'M-100 262C-50 322 60 322 110 266M-112 300C-50 350 60 350 120 304M-124 336C-60 372 60 372 128 336M-86 108C-60 50 40 40 86 96',
        cloth,
      ) +
      folds('M-104 250C-50 306 50 310 108 254M-96 160C-96 100-52 62-4 58', cloth, true),
    ears: false,
  }),
  headwrap: (cloth) => ({
    back:
      shape('M-70 70C-120 40-110-20-44-20C-20-50 60-44 70-6C126-6 126 56 76 76Z', tint(cloth, -0.07)) +
      folds('M-60 50C-80 20-60-4-30 0M66 50C92 30 80 8 56 12', tint(cloth, -0.07)),
    front:
      shape(
        'M-80 156C-100 84-62 26 0 26S100 84 80 156C76 126 62 108 44 102Q0 92-44 102C-62 108-76 126-80 156Z',
        cloth,
      ) +
      shape('M-40 36C-46-6-8-26 16-6C42-26 70 4 46 40C30 58-22 58-40 36Z', tint(cloth, 0.04)) +
      folds(
        'M-78 132C-64 84-30 60 16 54M-72 112C-50 72-20 56 10 50M-50 100C-20 76 40 70 74 100M-30 96C4 80 52 84 78 122M-18 26Q-14-2 6 8M26 30Q38 4 24 4',
        cloth,
      ) +
      folds('M-80 146C-72 110-50 80-10 68', cloth, true),
  }),
  turban: (cloth) => ({
    back: shape('M-90 150C-112 70-60 10 0 10S112 70 90 150Z', tint(cloth, -0.09)),
    front:
      shape(
        'M-84 158C-106 84-70 14 0 12C70 14 106 84 84 158C80 130 66 112 46 108L0 96L-46 108C-66 112-80 130-84 158Z',
        cloth,
      ) +
      shape('M-14 98L0 70L14 98Z', tint(cloth, -0.16)) +
      folds(
        'M-84 142C-72 96-40 66 4 60M-82 122C-62 72-24 46 24 42M-76 100C-50 48-10 26 44 28M84 142C72 96 44 76 6 66M86 116C74 78 50 58 22 50M80 92C70 62 56 48 36 40',
        cloth,
      ) +
      folds('M-86 150C-80 118-56 88-16 74', cloth, true),
  }),
}

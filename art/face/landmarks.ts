import { tint } from '#art/palette.ts'
import { d, dot, line, shape } from '#art/svg.ts'

export type Landmark =
  | 'clock-tower'
  | 'wheel'
  | 'dome'
  | 'bridge'
  | 'sails'
  | 'arch-bridge'
  | 'spire'
  | 'setback'
  | 'needle'
  | 'mill'
  | 'twin'
  | 'minaret'
  | 'castle'
  | 'palms'
  | 'hills'
  | 'church'

/** One landmark standing on the horizon at the origin, in its own colour with lit windows. */
export function landmark(kind: Landmark, c: string, light: string, mid: string): string {
  const cut = tint(c, 0.1)
  switch (kind) {
    case 'clock-tower':
      return (
        shape('M-17 4V-150H-21V-160H-17V-196L0-246L17-196V-160H21V-150H17V4Z', c) +
        dot(0, -176, 11, light) +
        line('M0-176v-7M0-176l5 3', c, 2) +
        line('M-9-140V-10M0-140V-10M9-140V-10', cut, 2.4) +
        shape('M17 4V-70H86V4Z', c) +
        line('M26-60V-6M38-60V-6M50-60V-6M62-60V-6M74-60V-6', cut, 3)
      )
    case 'wheel':
      return (
        line('M-64-84a64 64 0 1 0 128 0a64 64 0 1 0-128 0', c, 5) +
        line(
          Array.from(
            { length: 12 },
            (_, i) => d`M0-84L${Math.cos(i * 0.5236) * 64} ${-84 + Math.sin(i * 0.5236) * 64}`,
          ).join(''),
          c,
          1.6,
        ) +
        line(
          Array.from(
            { length: 16 },
            (_, i) => d`M${Math.cos(i * 0.3927) * 69} ${-84 + Math.sin(i * 0.3927) * 69}h.1`,
          ).join(''),
          light,
          9,
        ) +
        line('M0-84L-34 6M0-84L34 6', c, 6)
      )
    case 'dome':
      return (
        shape(
          'M-62 6V-64H-48V-84H-40C-40-124-18-142-6-146V-162H-3V-176H3V-162H6V-146C18-142 40-124 40-84H48V-64H62V6Z',
          c,
        ) +
        line('M-50-54V0M-34-54V0M-18-54V0M18-54V0M34-54V0M50-54V0', cut, 4) +
        line('M-28-92Q-24-122-8-138M28-92Q24-122 8-138M0-92V-140', cut, 2.4) +
        shape('M-8 6V-34Q0-46 8-34V6Z', light)
      )
    case 'bridge':
      return (
        shape('M-128 10V-120H-110V10ZM110 10V-120H128V10Z', c) +
        line('M-260-20Q-180-30-119-114Q0 24 119-114Q180-30 260-20', c, 4) +
        line(
          Array.from({ length: 19 }, (_, i) => {
            const x = -108 + i * 12
            return d`M${x} -14V${-114 + 128 * (1 - (x / 119) ** 2) * 0.72}`
          }).join(''),
          c,
          1.6,
        ) +
        shape('M-300-16H300V-4H-300Z', c) +
        shape('M-134-88H-104V-80H-134ZM104-88H134V-80H104Z', c)
      )
    case 'arch-bridge':
      return (
        line('M-150-6Q0-190 150-6', c, 9) +
        line('M-150-6Q0-150 150-6', c, 4) +
        line(
          Array.from({ length: 13 }, (_, i) => {
            const x = -126 + i * 21
            return d`M${x} -10V${-6 - 92 * (1 - (x / 150) ** 2)}`
          }).join(''),
          c,
          2.4,
        ) +
        shape('M-300-14H300V-2H-300Z', c) +
        shape('M-172 10V-50H-150V10ZM150 10V-50H172V10Z', c)
      )
    case 'sails':
      return (
        shape(
          'M-80 6C-70-40-40-84 6-104C-4-60-20-24-30 6ZM-20 6C-10-50 20-96 66-116C52-70 40-30 36 6ZM44 6C52-30 74-56 104-70C98-40 92-16 92 6Z',
          '#fbf7f0',
        ) +
        shape(
          'M-30 6C-20-24-4-60 6-104C16-70 8-30-6 6ZM36 6C40-30 52-70 66-116C76-80 70-36 58 6Z',
          tint('#fbf7f0', -0.09),
        ) +
        shape('M-100 0H124V12H-100Z', c)
      )
    case 'spire':
      return (
        shape('M-24 6L-15-150L0-256L15-150L24 6Z', c) +
        line('M-6-10L-2-200M6-10L2-200', cut, 3) +
        dot(0, -258, 3, light)
      )
    case 'setback':
      return (
        shape('M-46 6V-86H-34V-136H-24V-172H-14V-192L0-248L14-192V-172H24V-136H34V-86H46V6Z', c) +
        line(
          'M-32-76V0M-20-126V0M-7-166V0M7-166V0M20-126V0M32-76V0',
          light,
          4,
          'stroke-linecap="butt" stroke-dasharray="5 8" opacity=".8"',
        ) +
        line('M0-248V-276', c, 3)
      )
    case 'needle':
      return (
        shape(
          'M-14 6L-4-170H4L14 6ZM-24-170C-24-180-16-186-10-188V-198H10V-188C16-186 24-180 24-170C24-160 12-156 0-156S-24-160-24-170Z',
          c,
        ) +
        line('M-20-170H20', light, 4, 'stroke-linecap="butt" stroke-dasharray="4 4"') +
        line('M0-198V-262', c, 4)
      )
    case 'mill':
      return (
        shape('M-74 6V-84L-50-104V-84L-26-104V-84L-2-104V-84H22V-190H42V-84H74V6Z', c) +
        shape('M18-196H46V-186H18Z', c) +
        line(
          'M-64-68V-6M-48-68V-6M-32-68V-6M-16-68V-6M0-68V-6M56-68V-6',
          light,
          7,
          'stroke-linecap="butt" stroke-dasharray="11 10" opacity=".8"',
        )
      )
    case 'twin':
      return (
        shape('M-46 6V-186L-8-206V6ZM6 6V-156L46-140V6Z', c) +
        line(
          'M-38-178V0M-28-182V0M-18-186V0M14-142V0M24-140V0M36-136V0',
          light,
          4,
          'stroke-linecap="butt" stroke-dasharray="4 8" opacity=".75"',
        )
      )
    case 'minaret':
      return (
        shape(
          'M-60 6V-70H-40C-40-110-14-122 0-140C14-122 40-110 40-70H60V6ZM66 6V-150L72-172L78-150V6ZM-78 6V-150L-72-172L-66-150V6Z',
          c,
        ) + shape('M-12 6V-36Q0-56 12-36V6Z', light)
      )
    case 'castle':
      return (
        shape('M-120 10Q-80-60-40-64H60Q90-40 120 10Z', mid) +
        shape(
          'M-56-60V-120H-46V-112H-36V-120H-26V-112H-16V-150H-8V-142H2V-150H12V-142H20V-118H30V-110H40V-118H50V-110H58V-60Z',
          c,
        ) +
        line('M-40-96v12M-6-124v14M10-96v12M38-94v12', light, 5)
      )
    case 'palms':
      return [
        [-50, -120, 1],
        [10, -160, -1],
        [60, -104, 1],
      ]
        .map(
          ([x, y, s]) =>
            line(
              d`M${x as number} 6Q${(x as number) + (s as number) * 12} ${(y as number) / 2} ${x as number} ${y as number}`,
              c,
              6,
            ) +
            line(
              d`M${x as number} ${y as number}q-22-22-44-2M${x as number} ${y as number}q22-22 44-2M${x as number} ${y as number}q-30-4-38 22M${x as number} ${y as number}q30-4 38 22M${x as number} ${y as number}q-6-26-20-34M${x as number} ${y as number}q6-26 22-34`,
              c,
              7,
            ),
        )
        .join('')
    case 'hills':
      return (
        shape(
          'M-300 10C-220-60-170-150-110-150C-60-150-40-80 0-84C60-90 90-190 150-180C210-170 240-60 320 10Z',
          tint(c, 0.06),
        ) + shape('M-300 10C-200-20-150-90-60-80C20-70 60-20 140-60C200-90 260-30 320 10Z', c)
      )
    case 'church':
      return (
        shape('M-20 6V-130L0-214L20-130V6ZM20 6V-70L56-100L92-70V6Z', c) +
        shape('M-7-96Q0-116 7-96V-70H-7Z', light) +
        shape('M44-40Q56-62 68-40V6H44Z', cut) +
        line('M0-214V-232M-6-226H6', c, 3)
      )
  }
}

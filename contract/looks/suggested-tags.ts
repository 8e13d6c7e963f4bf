import type { LookTag } from './vocabulary.ts'

// The tags that words in album titles suggest.
const said: readonly [RegExp, readonly LookTag[]][] = [
  [/\b(straight|blow ?-?outs?|blow ?-?dr(y|ies)|silk press(es)?)\b/, ['hair-straight']],
  [/\b(waves?|wavy|beach)\b/, ['hair-wavy']],
  [/\b(curls?|curly)\b/, ['hair-curly']],
  [/\b(coils?|coily|afros?|4[abc])\b/, ['hair-coily']],
  [/\b(braids?|braided|cornrows?|plaits?|twists?)\b/, ['hair-braids']],
  [/\b(locs|dreadlocks|dreads)\b/, ['hair-locs']],
  [/\b(pixies?|cropped|fades?|buzz)\b/, ['length-cropped']],
  [/\b(bobs?|short hair)\b/, ['length-short']],
  [/\b(lengths|long hair|extensions)\b/, ['length-long']],
  [/\bbrunettes?\b/, ['colour-brown']],
  [/\bblondes?\b/, ['colour-blonde']],
  [/\b(red ?heads?|gingers?|auburn)\b/, ['colour-red']],
  [/\b(silver|grey hair|gray hair)\b/, ['colour-grey']],
  [/\b(deep skin|dark skin|deep tones?)\b/, ['skin-deep']],
  [/\b(fair skin|pale skin)\b/, ['skin-very-fair']],
  [/\b(mature|over (40|50|60)|mothers?|mums?|moms?)\b/, ['mature-skin']],
  [/\bglasses\b/, ['glasses']],
  [/\bhijabs?\b/, ['hijab']],
  [/\bveils?\b/, ['veil']],
  [/\b(weddings?|brid(es?|al)|bridesmaids?|nikahs?|mehndi)\b/, ['for-wedding']],
  [/\b(part(y|ies)|birthdays?|evenings?|nights? out|hens?)\b/, ['for-party']],
  [/\b(proms?|graduations?|formals?)\b/, ['for-prom']],
  [/\b(shoots?|photo ?-?shoots?|portraits?)\b/, ['for-shoot']],
  [/\b(stage|screen|film|theatre|theater|tv|runways?|catwalks?)\b/, ['for-stage']],
  [/\b(corporate|headshots?|work)\b/, ['for-work']],
  [/\b(every ?-?day|day ?-?time)\b/, ['for-everyday']],
  [/\b(natural|no ?-?make-?up|barely there|clean)\b/, ['style-natural']],
  [/\bsoft (glam|glow)\b/, ['style-soft-glam']],
  [/\b(full glam|full beat)\b/, ['style-full-glam']],
  [/\b(bold|bright|colou?rful|graphic|neon)\b/, ['style-bold']],
  [/\b(classics?|timeless|vintage)\b/, ['style-classic']],
  [/\b(updos?|buns?|chignons?|up ?-?styles?)\b/, ['style-updo']],
  [/\b(hair down|half up)\b/, ['style-down']],
  [/\b(editorials?|fashion|avant ?-?garde|magazine)\b/, ['style-editorial']],
]

export function suggestTags(title: string): LookTag[] {
  const plain = title.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return [...new Set(said.flatMap(([words, tags]) => (words.test(plain) ? tags : [])))]
}

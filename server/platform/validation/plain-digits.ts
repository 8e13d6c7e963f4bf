/** Numbers in circles and keycaps that compatibility normalisation leaves as they are. */
const circledRuns = [0x2776, 0x2780, 0x278a] as const

/** Returns the value of a decimal digit of any script, or null. Digits of a script are ten code points in a row. */
function digitValue(character: string): string | null {
  const point = character.codePointAt(0) ?? 0
  if (/\p{Nd}/u.test(character)) {
    let zero = point
    while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    // Blocks begin at a round place: digits of two scripts never share one run of ten.
    return String(point - zero)
  }
  for (const one of circledRuns) if (point >= one && point < one + 9) return String(point - one + 1)
  return point === 0x24ff ? '0' : null
}

/**
 * Returns a text as people read it: wide and circled characters and digits of every script become plain ones; marks
 * without width, keycaps and variation selectors are removed.
 */
export function asRead(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Me}]|\p{Variation_Selector}/gu, '')
    .replace(/\P{ASCII}/gu, (character) => digitValue(character) ?? character)
}

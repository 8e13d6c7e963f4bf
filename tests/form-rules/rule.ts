export type Who = 'artist' | 'newcomer' | 'operator' | 'anyone'

/** A rule that a form checks, and an API call that breaks only this rule. `refused` is the expected field or code. */
export type Rule = {
  form: string
  rule: string
  who?: Who
  call: readonly [method: string, path: string, body?: object]
  refused: string
}

export const some = '00000000-0000-4000-8000-000000000000'
export const reason = 'Checked against the form.'
export const picture = 'data:image/png;base64,iVBORw0KGgo='

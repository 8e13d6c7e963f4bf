import { type ActionFunctionArgs, data } from 'react-router'

const mostLetters = 320

/**
 * Answers a form that was sent before its script had loaded, or without one: the page shows again what was typed, except passwords,
 * and says what to do.
 */
export async function earlySubmit({ request }: ActionFunctionArgs) {
  const sent = await request.formData()
  const typed = (name: string) => String(sent.get(name) ?? '').slice(0, mostLetters)
  return data({ email: typed('email'), name: typed('name') }, { status: 422 })
}

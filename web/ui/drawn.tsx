import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'

/** Draws a part that is the same on many pages, or null while it has not been drawn before; given by what draws pages on the server. */
export type Draw = (from: object | null, of: string, part: () => ReactNode) => string | null

export const Drawing = createContext<Draw | null>(null)

interface DrawnProps extends Omit<ComponentProps<'div'>, 'children'> {
  as: 'article' | 'div' | 'footer' | 'section'
  /** Data that it shows, by identity. */
  from?: object
  /** All else that it shows, as text. */
  of: string
  children: () => ReactNode
}

/** A part of many pages that the server draws once; it may use nothing of the page around it. */
export function Drawn({ as, from, of, children, ...rest }: DrawnProps) {
  const Tag = as as 'div'
  const html = useContext(Drawing)?.(from ?? null, of, children)
  if (html) return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
  return <Tag {...rest}>{children()}</Tag>
}

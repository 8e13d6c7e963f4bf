import { createElement, type SVGProps } from 'react'

/** An icon as a reference into the site's one file of icons; its look is its class's. Nothing is read out but a label that it is given. */
export const iconAt = (href: string) =>
  function Icon(props: SVGProps<SVGSVGElement>) {
    const silent = props['aria-label'] ? undefined : 'true'
    return createElement('svg', { 'aria-hidden': silent, ...props }, createElement('use', { href }))
  }

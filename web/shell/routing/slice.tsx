import { type ComponentProps, Suspense } from 'react'
import { useWaits } from './use-waits.ts'

type SliceProps = ComponentProps<'div'> & { as?: 'aside' | 'div' }

/** A part of a page that is taken over after what stands around it, in a step of its own; what is done with it meanwhile is done then. */
export const Slice = (part: SliceProps) => (
  <Suspense>
    <Taken {...part} />
  </Suspense>
)

function Taken({ as = 'div', ...rest }: SliceProps) {
  const Tag = as as 'div'
  return <Tag data-waits={useWaits()} {...rest} />
}

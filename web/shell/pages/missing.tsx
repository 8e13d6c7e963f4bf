import { useEffect } from 'react'
import { reader } from '#contract/words.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { errorWords } from './error-words.ts'

const t = reader(errorWords)

/** Stands in for a part that somebody opened and that did not load: says so and shuts what they opened. */
export function Missing({ open = true, onClose }: { open?: boolean; onClose?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each time that it is opened
  useEffect(() => {
    if (!open) return
    toast('warning', t('error.chunk.title'))
    onClose?.()
  }, [open])
  return null
}

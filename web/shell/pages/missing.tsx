import { useEffect } from 'react'
import { createTranslator } from '#contract/words.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { errorMessages } from './error-messages.ts'

const t = createTranslator(errorMessages)

/** Stands in for a part that somebody opened and that did not load: says so and shuts what they opened. */
export function Missing({ open = true, onClose }: { open?: boolean; onClose?: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each time that it is opened
  useEffect(() => {
    if (!open) return
    showToast('warning', t('error.chunk.title'))
    onClose?.()
  }, [open])
  return null
}

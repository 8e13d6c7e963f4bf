import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { useSite } from '#web/shell/site.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { growthWords } from './growth-words.ts'

/** The words of these pages, the site's own address, and how something is copied. */
export function useGrowthWords() {
  const { profile } = useOwn()
  const t = reader(growthWords, profile.countryCode)
  const site = useSite()?.publicUrl ?? ''
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast('success', t('grow.copied'))
    } catch {
      toast('error', t('grow.copy.failed'))
    }
  }
  return { t, profile, site, copy }
}

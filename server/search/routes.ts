import { search } from '#contract/search.ts'
import { serve } from '#server/platform/serve.ts'
import { createSearch } from './create-search.ts'
import { showFormSettings, showFormSettingsOf } from './show-form-settings.ts'

export const searchRoutes = serve(search, { create: createSearch, formSettings: showFormSettings, formSettingsOf: showFormSettingsOf })

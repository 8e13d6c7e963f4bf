declare module '@adobe/structured-data-validator' {
  export type Issue = {
    issueMessage: string
    severity: 'ERROR' | 'WARNING'
    path: { type?: string; property?: string; index?: number }[]
    fieldNames?: string[]
  }
  export default class Validator {
    validate(data: unknown): Promise<Issue[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { addLocation?: boolean; embedSource?: string[] | boolean })
    parse(html: string): unknown
  }
}

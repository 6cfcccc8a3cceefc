/** The state of the list below the box, for the box. */
export interface ListState {
  readonly isShown: boolean;
  readonly isLoading: boolean;
  /** Id of the selected result; undefined without a selection. */
  readonly active: string | undefined;
}

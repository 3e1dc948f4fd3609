/**
 * Servers of many kinds, written by hand after the manner of public ones: names, descriptions and
 * parameters as their vendors tend to put them, terse or wordy, snake or camel case.
 *
 * Each tool is `description | parameters`.
 */
export const writtenServers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  github: {
    create_issue:
      "Create a new issue in a GitHub repository | owner, repo, title, body, labels, assignees",
    list_issues:
      "List issues in a GitHub repository with filtering options | owner, repo, state, labels, sort, since",
    add_issue_comment: "Add a comment to an existing issue | owner, repo, issue_number, body",
    search_code: "Search for code across GitHub repositories | q, sort, order, per_page",
    create_pull_request:
      "Create a new pull request in a GitHub repository | owner, repo, title, head, base, body, draft",
    merge_pull_request:
      "Merge a pull request | owner, repo, pull_number, merge_method, commit_title",
    get_pull_request_files:
      "Get the list of files changed in a pull request | owner, repo, pull_number",
    create_pull_request_review:
      "Create a review on a pull request | owner, repo, pull_number, body, event, comments",
    fork_repository:
      "Fork a GitHub repository to your account or specified organization | owner, repo, organization",
    create_branch: "Create a new branch in a GitHub repository | owner, repo, branch, from_branch",
    list_commits: "Get list of commits of a branch in a GitHub repository | owner, repo, sha, page",
    push_files:
      "Push multiple files to a GitHub repository in a single commit | owner, repo, branch, files, message",
    get_workflow_run_logs: "Download logs for a specific workflow run | owner, repo, run_id",
    rerun_failed_jobs: "Re-run only the failed jobs in a workflow run | owner, repo, run_id",
    list_code_scanning_alerts:
      "List code scanning alerts in a GitHub repository | owner, repo, state, severity",
    create_release: "Create a release for a tag | owner, repo, tag_name, name, body, prerelease",
  },
  slack: {
    slack_post_message: "Post a new message to a Slack channel | channel_id, text",
    slack_reply_to_thread:
      "Reply to a specific message thread in Slack | channel_id, thread_ts, text",
    slack_add_reaction: "Add a reaction emoji to a message | channel_id, timestamp, reaction",
    slack_get_channel_history: "Get recent messages from a channel | channel_id, limit",
    slack_list_channels: "List public channels in the workspace with pagination | limit, cursor",
    slack_get_user_profile: "Get detailed profile information for a specific user | user_id",
    slack_set_status: "Set the status text and emoji of the current user | text, emoji, expiration",
    slack_schedule_message:
      "Schedule a message for delivery at a later time | channel_id, text, post_at",
    slack_invite_to_channel: "Invite users to a channel | channel_id, user_ids",
    slack_set_topic: "Set the topic of a channel | channel_id, topic",
  },
  gmail: {
    send_email: "Sends a new email | to, cc, bcc, subject, body, attachments",
    draft_email: "Draft a new email | to, subject, body",
    search_emails: "Searches for emails using Gmail search syntax | query, maxResults",
    read_email: "Retrieves the content of a specific email | messageId",
    modify_email:
      "Modifies email labels (move to different folders) | messageId, addLabelIds, removeLabelIds",
    delete_email: "Permanently deletes an email | messageId",
    create_filter:
      "Creates a new filter with criteria and actions | from, subject, query, addLabel",
    download_attachment:
      "Downloads an email attachment to a specified location | messageId, attachmentId, savePath",
    set_vacation_responder:
      "Turn on the automatic out of office reply | subject, body, startTime, endTime",
    unsubscribe: "Unsubscribe from a mailing list via its List-Unsubscribe header | messageId",
  },
  calendar: {
    "list-events": "List events from one or more calendars | calendarId, timeMin, timeMax",
    "create-event":
      "Create a new calendar event | calendarId, summary, start, end, attendees, location, recurrence",
    "update-event": "Update an existing calendar event | eventId, summary, start, end",
    "delete-event": "Delete a calendar event | eventId, sendUpdates",
    "get-freebusy": "Query free/busy information for calendars | calendars, timeMin, timeMax",
    "respond-to-event":
      "Respond to an invitation with accepted, declined or tentative | eventId, response",
    "list-calendars": "List all available calendars |",
    "get-current-time": "Get the current date and time in a time zone | timeZone",
  },
  jira: {
    jira_create_issue:
      "Create a new Jira issue with optional Epic link or parent | project_key, summary, issue_type, assignee, description",
    jira_search: "Search Jira issues using JQL (Jira Query Language) | jql, fields, limit",
    jira_transition_issue:
      "Transition a Jira issue to a new status | issue_key, transition_id, comment",
    jira_add_worklog: "Add a worklog entry to a Jira issue | issue_key, time_spent, started",
    jira_get_sprint_issues: "Get Jira issues from a sprint | sprint_id, fields",
    jira_create_sprint: "Create a sprint for a board | board_id, name, start_date, end_date, goal",
    jira_link_issues:
      "Create a link between two Jira issues | link_type, inward_issue_key, outward_issue_key",
    jira_get_user_profile:
      "Retrieve profile information for a specific Jira user | user_identifier",
    confluence_create_page: "Create a new Confluence page | space_key, title, content, parent_id",
    confluence_search: "Search Confluence content using simple terms or CQL | query, limit",
  },
  notion: {
    "API-post-page": "Create a page | parent, properties, children",
    "API-post-database-query": "Query a database | database_id, filter, sorts",
    "API-patch-block-children": "Append block children | block_id, children",
    "API-retrieve-a-page": "Retrieve a page | page_id",
    "API-post-search": "Search by title | query, sort, filter",
    "API-create-a-comment": "Create comment | parent, rich_text",
    "API-get-users": "List all users | page_size",
  },
  postgres: {
    execute_sql: "Execute any SQL query | sql",
    list_schemas: "List all schemas in the database |",
    list_objects:
      "List tables, views, sequences or extensions in a schema | schema_name, object_type",
    get_object_details:
      "Show detailed information about a database object: columns, constraints, indexes | schema_name, object_name",
    explain_query:
      "Explain the execution plan for a SQL query, showing how it will be executed and costs | sql, analyze",
    analyze_workload_indexes:
      "Analyze frequently executed queries and recommend optimal indexes | max_index_size_mb",
    analyze_db_health:
      "Analyze database health: cache hit rates, vacuum, replication lag, connection use | health_type",
    get_top_queries: "Report the slowest or most resource-intensive queries | sort_by, limit",
  },
  stripe: {
    create_customer: "Create a customer in Stripe | name, email",
    create_payment_link: "Create a payment link in Stripe | price, quantity",
    create_invoice: "Create an invoice in Stripe | customer, days_until_due",
    finalize_invoice: "Finalize an invoice in Stripe | invoice",
    create_refund: "Refund a payment intent in Stripe | payment_intent, amount",
    retrieve_balance: "Retrieve the balance from Stripe: available and pending funds |",
    list_payment_intents: "List payment intents in Stripe | customer, limit",
    cancel_subscription: "Cancel a subscription in Stripe | subscription",
    create_coupon: "Create a coupon in Stripe | name, percent_off, amount_off, duration",
    list_disputes: "List disputes in Stripe | charge, payment_intent",
    update_dispute: "Submit evidence on a dispute | dispute, evidence, submit",
  },
  aws: {
    s3_list_buckets: "Returns a list of all buckets owned by the authenticated sender | region",
    s3_put_object: "Adds an object to a bucket | bucket, key, body",
    s3_get_object: "Retrieves an object from Amazon S3 | bucket, key",
    s3_generate_presigned_url:
      "Generate a presigned URL that grants time-limited access to an object | bucket, key, expires_in",
    ec2_describe_instances:
      "Describes the specified instances or all instances | instance_ids, filters",
    ec2_start_instances: "Starts an Amazon EBS-backed instance that was stopped | instance_ids",
    ec2_stop_instances: "Stops an Amazon EBS-backed instance | instance_ids, force",
    lambda_invoke: "Invokes a Lambda function | function_name, payload",
    cloudwatch_get_metric_data:
      "Retrieve CloudWatch metric values | metric_queries, start_time, end_time",
    iam_list_access_keys:
      "Returns information about the access key IDs associated with an IAM user | user_name",
    cost_explorer_get_cost_and_usage:
      "Retrieves cost and usage metrics for your account | time_period, granularity, group_by",
    route53_change_resource_record_sets:
      "Creates, changes, or deletes a resource record set in a hosted zone | hosted_zone_id, changes",
    sqs_send_message:
      "Delivers a message to the specified queue | queue_url, message_body, delay_seconds",
  },
  kubernetes: {
    pods_list:
      "List all the Kubernetes pods in the current cluster from all namespaces | labelSelector",
    pods_log: "Get the logs of a Kubernetes Pod | namespace, name, container, tail",
    pods_exec: "Execute a command in a Kubernetes Pod | namespace, name, command",
    pods_delete: "Delete a Kubernetes Pod | namespace, name",
    pods_top: "List the resource consumption (CPU and memory) of Pods | namespace, label_selector",
    resources_create_or_update:
      "Create or update a Kubernetes resource from a YAML or JSON manifest | resource",
    scale_deployment: "Scale a deployment to a number of replicas | namespace, name, replicas",
    rollout_undo: "Undo a previous rollout of a deployment | namespace, name, to_revision",
    helm_install:
      "Install a Helm chart in the current or provided namespace | chart, values, namespace",
    events_list: "List all the Kubernetes events in the current cluster | namespace",
    port_forward: "Forward a local port to a pod or service | resource, local_port, remote_port",
  },
  docker: {
    list_containers: "List all Docker containers | all, filters",
    run_container:
      "Run an image in a new Docker container | image, name, ports, volumes, environment",
    remove_container: "Remove a Docker container | container_id, force",
    fetch_container_logs: "Fetch logs for a Docker container | container_id, tail",
    build_image: "Build a Docker image from a Dockerfile | path, tag, dockerfile",
    push_image: "Push a Docker image | repository, tag",
    create_volume: "Create a Docker volume | name, driver",
    prune_images: "Remove dangling images | filters",
  },
  grafana: {
    search_dashboards: "Search for Grafana dashboards by a query string | query",
    get_dashboard_by_uid:
      "Retrieves the complete dashboard, including panels, variables, and settings | uid",
    query_prometheus:
      "Query Prometheus using a PromQL expression | datasourceUid, expr, startTime, endTime",
    query_loki_logs:
      "Query and retrieve log entries from a Loki datasource using LogQL | datasourceUid, logql, limit",
    list_alert_rules: "Lists Grafana alert rules with their current state | label_selectors",
    list_oncall_schedules: "List Grafana OnCall schedules | teamId",
    get_current_oncall_users:
      "Get the users currently on-call for a specific schedule | scheduleId",
    create_annotation:
      "Create an annotation on a dashboard or panel | dashboardUid, time, text, tags",
    create_silence: "Create a silence for matching alerts | matchers, startsAt, endsAt, comment",
  },
  sentry: {
    find_organizations: "Find organizations that the user has access to in Sentry |",
    get_issue_details:
      "Get detailed information about a specific Sentry issue: stacktrace, tags | issueUrl, issueId",
    search_events:
      "Search for events and count or aggregate errors and transactions | naturalLanguageQuery",
    update_issue: "Update an issue's status or assignment in Sentry | issueId, status, assignedTo",
    analyze_issue_with_seer:
      "Analyze production errors and get root cause analysis with specific code fixes | issueUrl",
    create_dsn: "Create an additional DSN for an existing project | projectSlug, name",
    find_releases: "Find releases in Sentry | projectSlug, query",
  },
  playwright: {
    browser_navigate: "Navigate to a URL | url",
    browser_click: "Perform click on a web page | element, ref, doubleClick, button",
    browser_type: "Type text into editable element | element, ref, text, submit",
    browser_take_screenshot: "Take a screenshot of the current page | filename, fullPage",
    browser_snapshot:
      "Capture accessibility snapshot of the current page, this is better than screenshot |",
    browser_fill_form: "Fill multiple form fields | fields",
    browser_file_upload: "Upload one or multiple files | paths",
    browser_console_messages: "Returns all console messages | onlyErrors",
    browser_network_requests: "Returns all network requests since loading the page |",
    browser_evaluate: "Evaluate JavaScript expression on page or element | function, ref",
    browser_tab_close: "Close a tab | index",
    browser_pdf_save: "Save page as PDF | filename",
    browser_resize: "Resize the browser window | width, height",
    browser_handle_dialog: "Handle a dialog | accept, promptText",
  },
  maps: {
    maps_geocode: "Convert an address into geographic coordinates | address",
    maps_reverse_geocode: "Convert coordinates into an address | latitude, longitude",
    maps_search_places: "Search for places using a text query | query, location, radius",
    maps_place_details:
      "Get detailed information about a specific place, such as opening hours and phone number | place_id",
    maps_distance_matrix:
      "Calculate travel distance and time for multiple origins and destinations | origins, destinations, mode",
    maps_elevation: "Get elevation data for locations on the earth | locations",
    maps_directions: "Get directions between two points | origin, destination, mode",
  },
  weather: {
    get_forecast: "Get weather forecast for a location | latitude, longitude, days",
    get_alerts: "Get weather alerts for a US state | state",
    get_air_quality: "Get the air quality index and pollutants for a city | city",
    get_historical_weather: "Get observed conditions for a past date | location, date",
    get_marine_conditions:
      "Get wave height, swell and sea surface temperature | latitude, longitude",
  },
  spotify: {
    searchSpotify: "Search for tracks, albums, artists or playlists | query, type, limit",
    playMusic: "Start playing a track, album, artist or playlist | uri, deviceId",
    pausePlayback: "Pause playback on the active device | deviceId",
    skipToNext: "Skip to the next track in the current queue | deviceId",
    createPlaylist: "Create a new playlist | name, description, public",
    addTracksToPlaylist: "Add tracks to a playlist | playlistId, trackIds, position",
    setVolume: "Set the playback volume to a percentage | volumePercent",
    getRecentlyPlayed: "Get the tracks the user listened to recently | limit",
    getRecommendations: "Suggest tracks based on seeds | seedTracks, seedGenres",
  },
  homeassistant: {
    HassTurnOn: "Turns on/opens/presses a device or entity | name, area, domain",
    HassTurnOff: "Turns off/closes a device or entity | name, area, domain",
    HassLightSet:
      "Sets the brightness percentage or color of a light | name, area, brightness, color",
    HassClimateSetTemperature:
      "Sets the target temperature of a climate device | temperature, area",
    HassVacuumStart: "Starts a vacuum | name, area",
    HassGetState: "Gets or checks the state of an entity | name, domain",
    HassListAddItem: "Add item to a todo list such as the groceries | item, name",
    HassSetPosition: "Sets the position of a device such as blinds or curtains | name, position",
    GetLiveContext:
      "Provides real-time information about the current state of all exposed entities |",
  },
  shopify: {
    "get-products": "Get all products or search by title | searchTitle, limit",
    "get-order-by-id": "Get a specific order by ID | orderId",
    "update-order":
      "Update an existing order with new information | id, tags, note, shippingAddress",
    "create-fulfillment":
      "Mark line items as shipped with a tracking number | orderId, trackingNumber, carrier",
    "adjust-inventory":
      "Adjust the available quantity of a variant at a location | inventoryItemId, delta",
    "create-discount-code": "Create a basic discount code | code, value, startsAt, endsAt",
    "get-abandoned-checkouts": "List carts that customers left before paying | since, limit",
    "get-shop": "Get shop details |",
  },
  hubspot: {
    "hubspot-create-contact":
      "Creates a contact with properties | email, firstname, lastname, phone",
    "hubspot-search-objects":
      "Performs advanced filtered searches across CRM object types | objectType, filterGroups",
    "hubspot-create-deal": "Creates a deal in a pipeline | dealname, amount, dealstage, closedate",
    "hubspot-create-engagement":
      "Creates a note or task associated with CRM records | type, metadata, associations",
    "hubspot-list-owners": "Lists owners, to whom records can be assigned | email",
    "hubspot-get-property": "Retrieves the definition of a property | objectType, propertyName",
    "hubspot-merge-companies":
      "Merges two company records that are the same | primaryId, secondaryId",
  },
  linear: {
    list_my_issues: "List issues assigned to the current user | limit",
    create_comment: "Create a comment on a specific Linear issue | issueId, body",
    list_cycles: "Retrieve cycles for a specific Linear team | teamId, type",
    create_project: "Create a new project in Linear | name, team, description, targetDate",
    list_issue_labels: "List available issue labels in a Linear workspace or team | team",
    create_document: "Create a new document in Linear | title, content, project",
  },
  figma: {
    get_code:
      "Generate UI code for a given node or the currently selected node in the Figma desktop app | nodeId, clientLanguages",
    get_variable_defs:
      "Get variable definitions for a given node: reusable colors, spacings, fonts | nodeId",
    get_image: "Generate an image for a given node | nodeId",
    get_comments: "Get all comments on a design file | fileKey",
    get_metadata: "Get the layer structure of a selection in XML | nodeId",
  },
  terraform: {
    plan: "Generate a speculative execution plan, showing what actions would be taken | directory, vars",
    apply: "Create or update infrastructure according to configuration | directory, auto_approve",
    search_providers: "Search provider documentation by service name | provider_name, service_slug",
    state_list: "List resources in the state | directory",
    validate: "Check whether the configuration is valid | directory",
    import_resource: "Associate existing infrastructure with a configuration address | address, id",
  },
  zoom: {
    create_meeting: "Create a Zoom meeting | topic, start_time, duration, password",
    list_recordings: "List cloud recordings of a user | user_id, from, to",
    get_transcript: "Get the transcript of a recorded meeting | meeting_id",
    list_participants: "List participants of a past meeting | meeting_id",
    end_meeting: "End a meeting for everybody | meeting_id",
  },
  arxiv: {
    search_papers:
      "Search for papers on arXiv with filtering by date and category | query, max_results, date_from, categories",
    download_paper: "Download a paper and convert it | paper_id",
    read_paper: "Read the full content of a stored paper in markdown format | paper_id",
    list_papers: "List all existing papers available as resources |",
  },
  finance: {
    get_stock_price: "Get the current quote for a ticker symbol | symbol",
    get_price_history: "Get historical OHLC prices | symbol, interval, range",
    convert_currency:
      "Convert an amount from one currency to another at the current rate | amount, from, to",
    get_income_statement: "Get the income statement of a company | symbol, period",
    get_crypto_price: "Get the current price of a cryptocurrency | coin, currency",
    list_insider_trades: "List insider trades for a company | symbol, limit",
  },
  twilio: {
    send_sms: "Sends an SMS message from one of the account's numbers | to, from, body",
    make_call: "Initiates an outbound phone call | to, from, url",
    lookup_phone_number: "Look up the carrier and line type of a phone number | phone_number",
    list_incoming_messages: "List messages that were received | to, date_sent",
    buy_phone_number: "Provision a phone number | area_code, country",
  },
  workday: {
    request_time_off: "Submit an absence request | start_date, end_date, absence_type",
    get_time_off_balance: "Get the balance per absence plan for a worker | worker_id",
    get_payslip: "Get the payslip of a pay period | worker_id, period",
    get_org_chart: "Get reporting lines of a worker: manager and direct reports | worker_id",
    submit_expense_report: "Submit an expense report with receipts | lines, receipts, memo",
    approve_task: "Approve a business process step in the inbox | task_id, comment",
    create_job_requisition: "Open a job requisition | title, supervisory_org, location",
  },
  travel: {
    search_flights:
      "Search flight offers | origin, destination, departure_date, return_date, adults",
    book_hotel: "Book a hotel room | hotel_id, check_in, check_out, guests",
    get_flight_status: "Get the live status of a flight: gate, delay | flight_number, date",
    find_car_rental: "Find rental cars at a location | pickup_location, pickup_date, dropoff_date",
    cancel_reservation: "Cancel a reservation | confirmation_number",
    get_visa_requirements:
      "Get entry rules for a passport and a destination | nationality, destination",
  },
  media: {
    transcribe_audio: "Transcribe speech to text | file, language",
    text_to_speech: "Convert text to speech with a given voice | text, voice_id",
    remove_background: "Remove the background of an image | image",
    generate_image: "Generate an image from a prompt | prompt, size, style",
    upscale_image: "Increase the resolution of an image | image, factor",
    trim_video: "Cut a clip out of a video | file, start, end",
    extract_text_from_image: "Run OCR on an image | image, language",
    convert_video: "Transcode a video to another container or codec | file, format",
  },
  search: {
    brave_web_search:
      "Performs a web search using the Brave Search API, ideal for general queries, news and articles | query, count",
    brave_local_search: "Searches for local businesses and places | query, count",
    scrape_url: "Scrape content from a single URL and return markdown | url, formats",
    crawl_site:
      "Start an asynchronous crawl job on a website and extract content from all pages | url, maxDepth, limit",
    translate_text: "Translate text into a target language | text, target_lang",
    define_word: "Get dictionary definitions of a word | word, language",
    wikipedia_summary: "Get a summary of a Wikipedia article | title",
  },
};

"""The pool of 20 domains in which people use an assistant (PerMem-Bench, Appendix A.1, Table 3).

The pool is a taxonomy, nothing more: whether a person uses a domain, how often, and whether its
sessions are worth remembering is said by the person's profile.
"""

from __future__ import annotations

from collections.abc import Mapping

POOL: Mapping[str, str] = {
    "business": "running a business",
    "career": "career and job search",
    "coding": "programming",
    "data_analysis": "data analysis",
    "events": "planning events",
    "finance": "personal finance",
    "health": "health",
    "home": "home and garden",
    "languages": "learning languages",
    "legal_administrative": "legal and administrative matters",
    "mathematics": "mathematics",
    "mental_health": "mental well-being",
    "news": "news and current affairs",
    "recipes": "cooking",
    "relationships": "family and relationships",
    "shopping": "shopping",
    "sport": "sport and training",
    "study": "studying",
    "travel": "travel",
    "writing": "writing",
}
